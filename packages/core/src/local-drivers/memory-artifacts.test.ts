import { testArtifactStore } from '@runwright/testing/suites';
import { memoryArtifacts } from './memory-artifacts.ts';

testArtifactStore('memoryArtifacts', async () => memoryArtifacts());
