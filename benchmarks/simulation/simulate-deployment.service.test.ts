import { expect, it } from 'vitest';
import { type Deployment, deployment, type Multiples } from './deployment.ts';
import { measured } from './measured.test-helpers.ts';
import { simulateDeployment } from './simulate-deployment.ts';
import { simulateMachine } from './simulate-machine.ts';

const small: Deployment = {
  ...deployment,
  ...{ workers: 20, organizations: 5, apiProcesses: 1 },
  postgres: { ...deployment.postgres, processors: 2, connections: 500 },
};

function simulate(runsPerDay: number, { seed = 1, multiples = {} as Multiples, seconds = 300 } = {}) {
  const window = { warmUp: 100, measured: seconds };
  return simulateDeployment(measured, { deployment: small, multiples, runsPerDay, seed, window });
}

it('the same seed gives the same result, and another seed another one', () => {
  const first = simulate(20_000);
  expect(simulate(20_000)).toEqual(first);
  expect(simulate(20_000, { seed: 2 })).not.toEqual(first);
});

it('what is as busy as its work divided by its capacity follows the load', () => {
  const seconds = 1000;
  const { utilization } = simulate(40_000, { seconds });
  const { runs } = small;
  const startsPerSecond = (40_000 * runs.peak) / 86_400;
  const expected = startsPerSecond * measured.starts.service.apiSeconds;
  expect(utilization['API processes'] / expected).toBeGreaterThan(0.8);
  expect(utilization['API processes'] / expected).toBeLessThan(1.2);
  const twice = simulate(80_000, { seconds }).utilization['API processes'];
  expect(twice / utilization['API processes']).toBeGreaterThan(1.7);
  expect(twice / utilization['API processes']).toBeLessThan(2.3);
});

it('a resource with four times as much is a quarter as busy', () => {
  const name = 'API processes';
  const plain = simulate(40_000).utilization[name];
  const widened = simulate(40_000, { multiples: { [name]: 4 } }).utilization[name];
  expect(plain / widened).toBeGreaterThan(3.5);
  expect(plain / widened).toBeLessThan(4.5);
});

it('more runs than the browsers can execute make runs wait, and not all of them end', () => {
  const { utilization, ended, start } = simulate(1_000_000, { seconds: 100 });
  expect(utilization['browsers at once']).toBeGreaterThan(0.97);
  expect(ended).toBeLessThan(0.95);
  expect(start.p99).toBeGreaterThan(10);
});

it('workers of one machine cannot do more than its processors', () => {
  const rate = (workers: number, processorsLeft: number) =>
    simulateMachine(measured, 'noop', { workers, machine: { processors: 2, processorsLeft }, seed: 1 });
  // A run needs 30 ms of its worker's thread and 20 ms of PostgreSQL, which the costs of idle workers and looks are part of.
  expect(rate(1, 2)).toBeLessThan(1 / 0.03);
  expect(rate(4, 2)).toBeLessThan(2 / 0.04);
  expect(rate(4, 2)).toBeGreaterThan(rate(1, 2));
  expect(rate(4, 1) / rate(4, 2)).toBeCloseTo(0.5, 1);
});
