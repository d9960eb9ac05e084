import { expect, it } from 'vitest';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';
import { defaultLimits, limitsFrom } from './limits.ts';

it('a host lowers a limit, and raises one that may be raised', () => {
  expect(limitsFrom({})).toEqual(defaultLimits);
  expect(limitsFrom({ loopIterations: 5, blocksPerIteration: 500 })).toMatchObject({
    loopIterations: 5,
    blocksPerIteration: 500,
    loopConcurrency: 16,
  });
});

it('the browser of a run downloads at most 64 files, 100 MiB each and 512 MiB together', () => {
  const mebibyte = 1024 * 1024;
  expect(defaultLimits).toMatchObject({
    downloadBytes: 100 * mebibyte,
    runFiles: 64,
    runFileBytes: 512 * mebibyte,
  });
  expect(() => limitsFrom({ downloadBytes: 101 * mebibyte })).toThrow('`downloadBytes`');
});

it('a limit that is no whole number, or above the most it may be, is refused with its name', async () => {
  expect(() => limitsFrom({ loopConcurrency: 17 })).toThrow(
    '`loopConcurrency`: `17`. Use a whole number from 1 to 16',
  );
  expect(() => limitsFrom({ loopIterations: 0 })).toThrow('`loopIterations`');
  await expect(createTestEngine({ settings: { limits: { runErrors: 1.5 } } })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});
