import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createTurns, yieldToEventLoop } from './event-loop.ts';

/** Turns over a time and an event loop that the test moves. */
function scene() {
  let time = 0;
  const turns: (() => void)[] = [];
  const step = createTurns({ now: () => time, nextTurn: (begin) => turns.push(begin), budgetMs: 8 });
  return {
    step,
    work(ms: number) {
      time += ms;
    },
    async turn() {
      for (const begin of turns.splice(0)) {
        begin();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    get asked() {
      return turns.length;
    },
  };
}

it('work within the budget goes on at once', () => {
  const { step, work } = scene();
  for (let count = 0; count < 4; count += 1) {
    expect(step()).toBeUndefined();
    work(1.9);
  }
});

it('work beyond the budget waits for the next turn of the event loop', async () => {
  const { step, work, turn } = scene();
  step();
  work(8);
  let wentOn = false;
  const waited = step()?.then(() => {
    wentOn = true;
  });
  await Promise.resolve();
  expect(wentOn).toBe(false);
  await turn();
  await waited;
  expect(wentOn).toBe(true);
});

it('a turn lets only as many go on as fit into the budget, first come, first served', async () => {
  const { step, work, turn } = scene();
  step();
  work(8);
  const wentOn: number[] = [];
  const wait = async (name: number) => {
    await step();
    wentOn.push(name);
    work(4);
  };
  const all = [1, 2, 3, 4, 5].map(wait);
  await turn();
  expect(wentOn).toEqual([1]);
  await turn();
  expect(wentOn).toEqual([1, 2, 3]);
  await turn();
  await Promise.all(all);
  expect(wentOn).toEqual([1, 2, 3, 4, 5]);
});

it('a turn that is over leaves nothing scheduled', async () => {
  const scened = scene();
  scened.step();
  await scened.turn();
  expect(scened.asked).toBe(0);
});

it('a clock that a test moves never yields', () => {
  const clock = manualClock();
  const until = performance.now() + 20;
  while (performance.now() < until) expect(yieldToEventLoop(clock)).toBeUndefined();
});

it('a clock of the host yields as that of the system does', async () => {
  const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
  const until = performance.now() + 20;
  while (performance.now() < until) yieldToEventLoop(clock);
  const waiting = yieldToEventLoop(clock);
  expect(waiting).toBeInstanceOf(Promise);
  await waiting;
});
