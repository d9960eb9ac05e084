import { testQueue } from '@runwright/testing/suites';
import { memoryQueue } from './memory-queue.ts';

testQueue('memoryQueue', async (clock) => memoryQueue({ clock }));
testQueue('memoryQueue in its own time', async () => memoryQueue(), { ownTime: { patienceMs: 40 } });
