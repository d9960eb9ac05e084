import { expect, it } from 'vitest';
import { connectionsOfWorker } from './connections.ts';
import { measured } from './measured.test-helpers.ts';

it('connections of a worker stand between the measured points, and do not grow above the last one', () => {
  const of = (runsAtOnce: number) => connectionsOfWorker(measured, runsAtOnce);
  expect(of(0)).toBe(3);
  expect(of(1)).toBeCloseTo(8.5);
  expect(of(2)).toBe(14);
  expect(of(8)).toBe(14);
  expect(of(100)).toBe(14);
});
