import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it('without arguments, 1,000 runs are broken in every way for five minutes', () => {
  expect(readOptions([])).toMatchObject({ seed: 1, runs: 1000, durationMs: 300_000, workers: 3, json: null });
});

it('reads what is given', () => {
  const args = ['--seed', '7', '--runs', '20', '--seconds', '30', '--only', 'kill,stop'];
  expect(readOptions(args)).toMatchObject({ seed: 7, runs: 20, durationMs: 30_000, only: ['kill', 'stop'] });
});

it.each([
  [['--runs', 'many'], /--runs has to be a number/],
  [['--only', 'earthquake'], /--only is a list of kill, .*not `earthquake`/],
])('%j is refused with what to correct', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
