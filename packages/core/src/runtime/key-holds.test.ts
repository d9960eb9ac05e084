import { expect, it } from 'vitest';
import { createKeyHolds } from './key-holds.ts';

it('a key is free when all who hold it have released it, however often one of them does', async () => {
  const holds = createKeyHolds();
  await holds.whenFree('a');
  const first = holds.hold('a');
  const second = holds.hold('a');
  let isFree = false;
  const free = holds.whenFree('a').then(() => {
    isFree = true;
  });
  first();
  first();
  await Promise.resolve();
  expect([isFree, holds.has('a'), holds.has('b')]).toEqual([false, true, false]);
  await holds.whenFree('b');
  second();
  await free;
  expect(isFree).toBe(true);
});
