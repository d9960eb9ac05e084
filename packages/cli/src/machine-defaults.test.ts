import { expect, it } from 'vitest';
import { defaultConcurrency, defaultMaxBrowsers } from './machine-defaults.ts';

const gib = 2 ** 30;

it.each([
  [1, 0.5, 1],
  [1, 8, 2],
  [2, 3.9, 3],
  [4, 64, 8],
  [64, 256, 16],
])('a machine with %d CPUs and %d GiB executes %d runs at once', (cpus, memory, runs) => {
  expect(defaultConcurrency({ cpus, memoryBytes: memory * gib })).toBe(runs);
});

it('the machine of this test executes 1 to 16 runs at once', () => {
  expect(defaultConcurrency()).toBeGreaterThanOrEqual(1);
  expect(defaultConcurrency()).toBeLessThanOrEqual(16);
});

it.each([
  [0.5, 1],
  [2, 2],
  [8, 11],
])('a machine with %d GiB holds %d browsers', (memory, browsers) => {
  expect(defaultMaxBrowsers({ cpus: 1, memoryBytes: memory * gib })).toBe(browsers);
});
