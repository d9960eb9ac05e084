import { expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

it('an answer of a storage server is read whole up to 1 MiB', async () => {
  expect((await readAnswer(new Response('<Ok/>'))).toString()).toBe('<Ok/>');
  expect((await readAnswer(new Response(null))).length).toBe(0);
  expect((await readAnswer(new Response(new Uint8Array(1024 * 1024)))).length).toBe(1024 * 1024);
});

it('an answer without an end is not read on', async () => {
  let pulled = 0;
  let isCanceled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
    cancel() {
      isCanceled = true;
    },
  });
  await expect(readAnswer(new Response(endless))).rejects.toMatchObject({
    code: 'block_failed',
    message: expect.stringContaining('larger than 1048576 bytes'),
  });
  expect(isCanceled).toBe(true);
  expect(pulled).toBeLessThan(30);
});
