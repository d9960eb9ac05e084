import { expect, it } from 'vitest';
import { createSemaphore, permitOf } from './semaphore.ts';

/** What has happened once everything that needs no time has. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('so many seats are taken at once, and the next one is given to who came first', async () => {
  const seats = createSemaphore(2);
  const order: string[] = [];
  await Promise.all([seats.acquire(), seats.acquire()]);
  void seats.acquire().then(() => order.push('first'));
  void seats.acquire().then(() => order.push('second'));
  await settled();
  expect(order).toEqual([]);
  expect(seats.hasWaiting).toBe(true);
  seats.release();
  await settled();
  expect(order).toEqual(['first']);
  seats.release();
  await settled();
  expect(order).toEqual(['first', 'second']);
  expect(seats.hasWaiting).toBe(false);
});

it('whoever holds a seat without need hears that one is wanted', async () => {
  const seats = createSemaphore(1);
  await seats.acquire();
  let heard = 0;
  const stop = seats.onWaiting(() => {
    heard += 1;
  });
  void seats.acquire();
  expect(heard).toBe(1);
  stop();
  void seats.acquire();
  expect(heard).toBe(1);
});

it('a run that rests leaves its seat to another, and waits for one before it goes on', async () => {
  const seats = createSemaphore(1);
  await seats.acquire();
  const seat = permitOf(seats);
  const pause = Promise.withResolvers<string>();
  const rested = seat.releaseWhile(() => pause.promise);
  await seats.acquire();
  pause.resolve('answered');
  let result: string | null = null;
  void rested.then((value) => {
    result = value;
  });
  await settled();
  expect(result).toBeNull();
  seats.release();
  await settled();
  expect(result).toBe('answered');
});

it('parts of a run that rest at the same time give one seat away and take one back', async () => {
  const seats = createSemaphore(1);
  await seats.acquire();
  const seat = permitOf(seats);
  const pauses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rests = pauses.map((pause) => seat.releaseWhile(() => pause.promise));
  for (const pause of pauses) pause.resolve();
  await Promise.all(rests);
  seat.release();
  seat.release();
  await seats.acquire();
  let second = false;
  void seats.acquire().then(() => {
    second = true;
  });
  await settled();
  expect(second).toBe(false);
});
