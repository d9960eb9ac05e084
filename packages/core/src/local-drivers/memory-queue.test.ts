import { testQueue } from '@runwright/testing/suites';
import { memoryQueue } from './memory-queue.ts';

testQueue('memoryQueue', async (clock) => memoryQueue({ clock }));
