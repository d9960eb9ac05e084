import { testArtifactStore } from '@runwright/testing/suites';
import { memoryArtifacts } from './artifacts.ts';

testArtifactStore('memoryArtifacts', async () => memoryArtifacts());
