import { expect, it } from 'vitest';
import { limitParts, readParts } from './byte-parts.ts';

const tooLarge = () => new Error('too large');
const body = (...sizes: readonly number[]) => sizes.map((size) => new Uint8Array(size));

it('parts are read whole up to their limit', async () => {
  expect((await readParts(limitParts([], 0, tooLarge))).length).toBe(0);
  expect((await readParts(limitParts(body(2, 0, 3), 5, tooLarge))).length).toBe(5);
  await expect(readParts(limitParts(body(2, 4), 5, tooLarge))).rejects.toThrow('too large');
});

it('a body beyond its limit is not read on, and its connection is released', async () => {
  let isCanceled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
    cancel() {
      isCanceled = true;
    },
  });
  await expect(readParts(limitParts(endless, 4096, tooLarge))).rejects.toThrow('too large');
  expect(isCanceled).toBe(true);
});
