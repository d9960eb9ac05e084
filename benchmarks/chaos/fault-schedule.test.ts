import { describe, expect, it } from 'vitest';
import { faultKinds, faultSchedule, faultsOnce } from './fault-schedule.ts';

const fiveMinutes = { durationMs: 300_000, workers: 3 };

describe('faultSchedule', () => {
  it('depends on its seed alone', () => {
    const first = faultSchedule({ seed: 1, ...fiveMinutes });
    expect(faultSchedule({ seed: 1, ...fiveMinutes })).toEqual(first);
    expect(faultSchedule({ seed: 2, ...fiveMinutes })).not.toEqual(first);
  });

  it.each([1, 2, 3])(
    'seed %i has each kind several times in five minutes, in order, and none later',
    (seed) => {
      const faults = faultSchedule({ seed, ...fiveMinutes });
      for (const kind of faultKinds) {
        expect(faults.filter((fault) => fault.kind === kind).length, kind).toBeGreaterThanOrEqual(3);
      }
      const times = faults.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(Math.max(...times)).toBeLessThan(300_000);
    },
  );

  it('a worker is stopped for longer than its lease of 8 s, and a clock is five minutes wrong', () => {
    const faults = faultSchedule({ seed: 1, ...fiveMinutes });
    for (const { kind, lastsMs, skewMs, worker } of faults) {
      if (kind === 'stop') expect(lastsMs).toBeGreaterThanOrEqual(10_000);
      expect(Math.abs(skewMs)).toBe(kind === 'clock' ? 300_000 : 0);
      expect([0, 1, 2]).toContain(worker);
    }
  });

  it('injects only the kinds that are asked for', () => {
    const faults = faultSchedule({ seed: 1, ...fiveMinutes, kinds: ['kill'] });
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['kill']));
  });
});

it('faultsOnce has each kind once, within the time', () => {
  const faults = faultsOnce({ seed: 1, durationMs: 40_000, workers: 3 });
  expect(faults.map(({ kind }) => kind).toSorted()).toEqual(faultKinds.toSorted());
  for (const { at } of faults) expect(at).toBeLessThan(40_000);
});
