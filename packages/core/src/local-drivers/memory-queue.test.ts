import { testQueue } from '@runwright/testing/suites';
import { expect, it } from 'vitest';
import { memoryQueue } from './memory-queue.ts';

testQueue('memoryQueue', async (clock) => memoryQueue({ clock }));

it('a closed queue takes no more runs', async () => {
  const queue = memoryQueue();
  await queue.close();
  await expect(queue.enqueue('a')).rejects.toMatchObject({ code: 'conflict' });
});
