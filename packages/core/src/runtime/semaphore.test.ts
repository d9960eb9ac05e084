import { expect, it } from 'vitest';
import { createSeats, seatOf } from './semaphore.ts';

/** What has happened once everything that needs no time has. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('so many seats are taken at once, and the next one is given to who came first', async () => {
  const seats = createSeats(2);
  const order: string[] = [];
  await Promise.all([seats.take(), seats.take()]);
  void seats.take().then(() => order.push('first'));
  void seats.take().then(() => order.push('second'));
  await settled();
  expect(order).toEqual([]);
  expect(seats.wanted).toBe(true);
  seats.give();
  await settled();
  expect(order).toEqual(['first']);
  seats.give();
  await settled();
  expect(order).toEqual(['first', 'second']);
  expect(seats.wanted).toBe(false);
});

it('whoever holds a seat without need hears that one is wanted', async () => {
  const seats = createSeats(1);
  await seats.take();
  let heard = 0;
  const stop = seats.onWanted(() => {
    heard += 1;
  });
  void seats.take();
  expect(heard).toBe(1);
  stop();
  void seats.take();
  expect(heard).toBe(1);
});

it('a run that rests leaves its seat to another, and waits for one before it goes on', async () => {
  const seats = createSeats(1);
  await seats.take();
  const seat = seatOf(seats);
  const pause = Promise.withResolvers<string>();
  const rested = seat.rest(() => pause.promise);
  await seats.take();
  pause.resolve('answered');
  let result: string | null = null;
  void rested.then((value) => {
    result = value;
  });
  await settled();
  expect(result).toBeNull();
  seats.give();
  await settled();
  expect(result).toBe('answered');
});

it('parts of a run that rest at the same time give one seat away and take one back', async () => {
  const seats = createSeats(1);
  await seats.take();
  const seat = seatOf(seats);
  const pauses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rests = pauses.map((pause) => seat.rest(() => pause.promise));
  for (const pause of pauses) pause.resolve();
  await Promise.all(rests);
  seat.leave();
  seat.leave();
  await seats.take();
  let second = false;
  void seats.take().then(() => {
    second = true;
  });
  await settled();
  expect(second).toBe(false);
});
