import { expect, it } from 'vitest';
import { runKinds, runMix } from './run-mix.ts';

const thousand = { runs: 1000, durationMs: 300_000 };

it('the runs of a seed are the same each time, evenly over the time, with an id of their own', () => {
  const runs = runMix({ seed: 1, ...thousand });
  expect(runMix({ seed: 1, ...thousand })).toEqual(runs);
  expect(runs).toHaveLength(1000);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1000);
  expect(runs[500]?.at).toBe(150_000);
  expect(runs.filter(({ kind }) => kind === 'browser')).toHaveLength(20);
});

it('few runs have one of each kind all the same', () => {
  const kinds = new Set(runMix({ seed: 1, runs: 60, durationMs: 40_000 }).map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(runKinds));
});
