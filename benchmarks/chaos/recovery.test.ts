import { expect, it } from 'vitest';
import { type Kill, recoveryTimes } from './recovery.ts';

const kill = (at: number, ...times: readonly (number | null)[]): Kill => ({
  at,
  workerId: `worker-${at}`,
  runs: times.map((afterMs, index) => ({ runId: `wr_${index}`, afterMs })),
});
const disturbed = (from: number, to = from) => ({ from, to });

it('counts kills that are alone in their time', () => {
  const kills = [kill(10_000, 8_000, 9_000), kill(40_000, 30_000), kill(80_000)];
  const disturbances = [disturbed(10_000), disturbed(35_000, 45_000), disturbed(40_000), disturbed(80_000)];
  expect(recoveryTimes(kills, disturbances)).toEqual({
    ...{ kills: 1, runs: 2, medianMs: 9_000, longestMs: 9_000, broken: [] },
  });
});

it('tells of each run that took longer than 12 s, or was never seen again', () => {
  const { broken } = recoveryTimes([kill(10_000, 12_001, null)], [disturbed(10_000)]);
  expect(broken).toEqual([
    expect.stringContaining('after 12001 ms'),
    expect.stringContaining('more than a minute'),
  ]);
});
