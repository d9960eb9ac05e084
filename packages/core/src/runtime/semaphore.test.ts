import { expect, it } from 'vitest';
import { createSemaphore, permitOf } from './semaphore.ts';

/** Resolves after everything that needs no time. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('hands permits out in the order in which they were asked for', async () => {
  const semaphore = createSemaphore(2);
  const order: string[] = [];
  await Promise.all([semaphore.acquire(), semaphore.acquire()]);
  void semaphore.acquire().then(() => order.push('first'));
  void semaphore.acquire().then(() => order.push('second'));
  await settled();
  expect(order).toEqual([]);
  expect(semaphore.hasWaiting).toBe(true);
  semaphore.release();
  await settled();
  expect(order).toEqual(['first']);
  semaphore.release();
  await settled();
  expect(order).toEqual(['first', 'second']);
  expect(semaphore.hasWaiting).toBe(false);
});

it('tells its listeners that somebody waits', async () => {
  const semaphore = createSemaphore(1);
  await semaphore.acquire();
  let calls = 0;
  const stop = semaphore.onWaiting(() => {
    calls += 1;
  });
  void semaphore.acquire();
  expect(calls).toBe(1);
  stop();
  void semaphore.acquire();
  expect(calls).toBe(1);
});

it('a run that waits releases its permit and acquires one before it continues', async () => {
  const semaphore = createSemaphore(1);
  await semaphore.acquire();
  const permit = permitOf(semaphore);
  const pause = Promise.withResolvers<string>();
  const waited = permit.releaseWhile(() => pause.promise);
  await semaphore.acquire();
  pause.resolve('answered');
  let result: string | null = null;
  void waited.then((value) => {
    result = value;
  });
  await settled();
  expect(result).toBeNull();
  semaphore.release();
  await settled();
  expect(result).toBe('answered');
});

it('branches of a run that wait at the same time release one permit and acquire one', async () => {
  const semaphore = createSemaphore(1);
  await semaphore.acquire();
  const permit = permitOf(semaphore);
  const pauses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = pauses.map((pause) => permit.releaseWhile(() => pause.promise));
  for (const pause of pauses) pause.resolve();
  await Promise.all(waits);
  permit.release();
  permit.release();
  await semaphore.acquire();
  let second = false;
  void semaphore.acquire().then(() => {
    second = true;
  });
  await settled();
  expect(second).toBe(false);
});

it('a branch that ends releases the permit to what the other branches of its run wait for', async () => {
  const semaphore = createSemaphore(1);
  await semaphore.acquire();
  const permit = permitOf(semaphore);
  const pauses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = pauses.map((pause) => permit.releaseWhile(() => pause.promise));
  pauses[0]?.resolve();
  await waits[0];
  permit.endBranch();
  await semaphore.acquire();
  pauses[1]?.resolve();
  semaphore.release();
  await waits[1];
  permit.endBranch();
  let second = false;
  void semaphore.acquire().then(() => {
    second = true;
  });
  await settled();
  expect(second).toBe(false);
});
