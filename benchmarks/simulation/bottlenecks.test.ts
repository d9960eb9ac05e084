import { expect, it } from 'vitest';
import { bottleneckOf, findBottlenecks } from './bottlenecks.ts';
import { type Multiples, type ResourceName, resourceNames } from './deployment.ts';
import type { Simulated } from './simulate-deployment.ts';

/** Points at which each resource is as busy as the load times its share says, at most wholly. */
function points(shares: Partial<Record<ResourceName, number>>): readonly Simulated[] {
  return [1, 10, 20, 30].map((runsPerDay) => {
    const busy = resourceNames.map((name) => [name, Math.min(1, (shares[name] ?? 0) * runsPerDay)]);
    return { runsPerDay, utilization: Object.fromEntries(busy) } as unknown as Simulated;
  });
}

it('the load at which a resource is busy stands between the simulated loads', () => {
  const found = bottleneckOf('API processes', points({ 'API processes': 0.04 }));
  expect(found.warnAt).toBeCloseTo(20);
  expect(found.fullAt).toBeCloseTo(25);
  expect(found.isExtended).toBe(false);
});

it('a load beyond the simulated ones is continued in a straight line', () => {
  const found = bottleneckOf('API processes', points({ 'API processes': 0.01 }));
  expect(found.fullAt).toBeCloseTo(100);
  expect(found.isExtended).toBe(true);
});

it('a resource that is busy without any run is full at no load', () => {
  const idle = points({}).map((point) => ({
    ...point,
    utilization: { ...point.utilization, 'PostgreSQL connections': 1.2 },
  }));
  expect(bottleneckOf('PostgreSQL connections', idle).warnAt).toBe(0);
});

it('bottlenecks are found in the order in which they come, each with those before it widened', () => {
  const asked: Multiples[] = [];
  const { bottlenecks } = findBottlenecks(3, (multiples) => {
    asked.push(multiples);
    return points({ 'API processes': 0.05, 'browsers at once': 0.08, 'PostgreSQL log': 0.02 });
  });
  expect(bottlenecks.map(({ resource }) => resource)).toEqual([
    'browsers at once',
    'API processes',
    'PostgreSQL log',
  ]);
  expect(asked).toEqual([{}, { 'browsers at once': 4 }, { 'browsers at once': 4, 'API processes': 4 }]);
});
