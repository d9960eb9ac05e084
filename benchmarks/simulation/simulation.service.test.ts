import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { createCommitLog } from './commit-log.ts';
import { createResource } from './resource.ts';
import { createScheduler } from './scheduler.ts';
import { createWaitTimes } from './wait-times.ts';

describe('the scheduler', () => {
  it('executes events by time, and those of one moment in the order in which they were asked for', () => {
    const scheduler = createScheduler();
    const seen: string[] = [];
    scheduler.after(2, () => seen.push('late'));
    scheduler.after(1, () => seen.push('first'));
    scheduler.after(1, () => seen.push('second'));
    scheduler.runUntil(1.5);
    expect(seen).toEqual(['first', 'second']);
    expect(scheduler.now).toBe(1.5);
    scheduler.runUntil(3);
    expect(seen).toEqual(['first', 'second', 'late']);
  });
});

interface Queue {
  readonly servers: number;
  /** Arrivals per second. */
  readonly rate: number;
  /** Mean time of service in seconds. */
  readonly service: number;
}

/** Simulates Poisson arrivals at servers whose times of service are exponential. */
function simulateQueue({ servers, rate, service }: Queue, seed: number, seconds = 40_000) {
  const scheduler = createScheduler();
  const random = seededRandom(seed);
  const { meter, pool } = createResource(scheduler, 'servers');
  const one = pool(servers);
  const arrive = (): void => {
    one.use(random.exponential(service), () => undefined);
    scheduler.after(random.exponential(1 / rate), arrive);
  };
  arrive();
  scheduler.runUntil(1000);
  meter.restart();
  scheduler.runUntil(1000 + seconds);
  return { utilization: meter.utilization(), meanWait: meter.waits.mean };
}

/** Mean wait of an M/M/c queue in seconds: the Erlang C formula. */
function erlangWait({ servers, rate, service }: Queue): number {
  const offered = rate * service;
  let term = 1;
  let sum = 1;
  for (let n = 1; n < servers; n += 1) {
    term *= offered / n;
    sum += term;
  }
  const last = (term * offered) / servers / (1 - offered / servers);
  return ((last / (sum + last)) * service) / (servers - offered);
}

describe('a pool of servers', () => {
  it.each([
    { servers: 1, rate: 7, service: 0.1 },
    { servers: 4, rate: 32, service: 0.1 },
    { servers: 32, rate: 29, service: 1 },
  ])('of $servers waits as long as the Erlang C formula says, within 10 %', (queue) => {
    const { meanWait } = simulateQueue(queue, 1);
    expect(meanWait / erlangWait(queue)).toBeGreaterThan(0.9);
    expect(meanWait / erlangWait(queue)).toBeLessThan(1.1);
  });

  it('is as busy as the utilization law says, within 2 %', () => {
    const queue = { servers: 4, rate: 24, service: 0.1 };
    const { utilization } = simulateQueue(queue, 2);
    expect(utilization / 0.6).toBeGreaterThan(0.98);
    expect(utilization / 0.6).toBeLessThan(1.02);
  });

  it('gives the same result for the same seed, and another one for another', () => {
    const queue = { servers: 2, rate: 15, service: 0.1 };
    const simulated = (seed: number) => simulateQueue(queue, seed, 1000);
    expect(simulated(3)).toEqual(simulated(3));
    expect(simulated(3)).not.toEqual(simulated(4));
  });

  it('serves in the order of arrival', () => {
    const scheduler = createScheduler();
    const one = createResource(scheduler, 'server').pool(1);
    const seen: number[] = [];
    for (const n of [1, 2, 3]) one.use(1, () => seen.push(n * 10 + scheduler.now));
    scheduler.runUntil(10);
    expect(seen).toEqual([11, 22, 33]);
  });
});

describe('a commit log', () => {
  it('writes all commits that wait in one write', () => {
    const scheduler = createScheduler();
    const log = createCommitLog(scheduler, { writeSeconds: 1, bytesPerSecond: 100 });
    const seen: [string, number][] = [];
    log.commit(100, () => seen.push(['first', scheduler.now]));
    log.commit(50, () => seen.push(['second', scheduler.now]));
    log.commit(50, () => seen.push(['third', scheduler.now]));
    scheduler.runUntil(10);
    expect(seen).toEqual([
      ['first', 2],
      ['second', 4],
      ['third', 4],
    ]);
    expect(log.bytes).toBe(200);
  });
});

describe('wait times', () => {
  it('tell a quantile within five percent', () => {
    const times = createWaitTimes();
    for (let ms = 1; ms <= 1000; ms += 1) times.add(ms / 1000);
    expect(times.quantile(0.5) / 0.5).toBeCloseTo(1, 1);
    expect(times.quantile(0.99) / 0.99).toBeCloseTo(1, 1);
    expect(times.mean).toBeCloseTo(0.5005, 6);
  });

  it('are zero when nobody waited', () => {
    const times = createWaitTimes();
    times.add(0);
    expect(times.quantile(0.99)).toBe(0);
    expect(createWaitTimes().quantile(0.5)).toBe(0);
  });
});
