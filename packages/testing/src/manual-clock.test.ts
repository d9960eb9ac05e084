import { describe, expect, it } from 'vitest';
import { manualClock } from './manual-clock.ts';

const { signal } = new AbortController();

describe('manualClock', () => {
  it('stands still until it is moved', async () => {
    const clock = manualClock({ now: 1_000 });
    let awake = false;
    const sleep = clock.sleep(10, { signal }).then(() => {
      awake = true;
    });
    await clock.advance(9);
    expect([clock.now(), awake, clock.sleeping]).toEqual([1_009, false, 1]);
    await clock.advance(1);
    await sleep;
    expect([clock.now(), awake, clock.sleeping]).toEqual([1_010, true, 0]);
  });

  it('wakes sleepers in the order of their times, each at its own time', async () => {
    const clock = manualClock({ now: 0 });
    const woken: [string, number][] = [];
    const nap = async (name: string, delayMs: number) => {
      await clock.sleep(delayMs, { signal });
      woken.push([name, clock.now()]);
    };
    void nap('late', 30);
    void nap('early', 10).then(() => nap('again', 10));
    void nap('also early', 10);
    await clock.advance(25);
    expect(woken).toEqual([
      ['early', 10],
      ['also early', 10],
      ['again', 20],
    ]);
    expect(clock.now()).toBe(25);
  });

  it('rejects with the reason of an abort, before or during the sleep', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const sleep = clock.sleep(10, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
    await expect(clock.sleep(10, { signal: controller.signal })).rejects.toThrow('enough');
    expect(clock.sleeping).toBe(0);
  });

  it('tells when enough sleepers wait', async () => {
    const clock = manualClock();
    const both = clock.untilSleeping(2);
    void clock.sleep(1, { signal });
    void clock.sleep(2, { signal });
    await both;
    expect(clock.sleeping).toBe(2);
  });
});
