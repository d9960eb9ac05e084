import type { ServiceStatus } from '@runwright/core';
import { expect, it } from 'vitest';
import { statusText } from './status-text.ts';

const now = 10_000_000;
const idle: ServiceStatus = {
  now,
  workers: [],
  runs: { byStatus: {}, waiting: 0, oldestWaiting: null, lostLeases: 0 },
};

it('a service without workers says how to start one', () => {
  expect(statusText(idle)).toBe(
    [
      'No worker is running. Start one with `runwright worker` or `runwright start`.',
      '',
      'Open runs       none',
      'Waiting now     0',
      'Oldest waiting  none',
    ].join('\n'),
  );
});

it('workers are a table, and the oldest run that waits is named with its time', () => {
  const worker = {
    workerId: 'worker-a/1',
    name: 'worker-a',
    hostName: 'm1',
    processId: 42,
    version: '1.2.3',
    places: 4,
    running: 2,
    leases: 2,
    browsers: 5,
    browsersHeld: 3,
    address: null,
    startedAt: now - 7_300_000,
    seenAt: now - 4000,
  };
  const oldestWaiting = { runId: 'wr_7', organizationId: 'o_1', since: now - 95_000 };
  const text = statusText({
    now,
    workers: [worker, { ...worker, name: 'b', browsers: null }],
    runs: { byStatus: { queued: 3, running: 4 }, waiting: 3, oldestWaiting, lostLeases: 1 },
  });
  expect(text.split('\n')).toEqual([
    'WORKER    HOST  PROCESS  VERSION  RUNS    LEASES  BROWSERS  UP   SEEN',
    'worker-a  m1    42       1.2.3    2 of 4  2       3 of 5    2 h  4 s ago',
    'b         m1    42       1.2.3    2 of 4  2       3         2 h  4 s ago',
    '',
    'Open runs       3 queued, 4 running',
    'Waiting now     3',
    'Oldest waiting  wr_7 of o_1, for 1 min',
    'Lost leases     1: their worker is gone; another one takes the runs when they end',
  ]);
});
