import { begunPriority } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import type { EngineDeps } from '../engine-deps.ts';
import { recoverLostRuns } from './recover-lost-runs.ts';

it('the run of a worker that died does not wait behind runs that have not begun', async () => {
  const clock = manualClock();
  const stopped = new AbortController();
  const lost = [['wr_1'], []];
  const enqueued: unknown[] = [];
  const deps = {
    clock,
    settings: { leaseMs: 8000 },
    store: { runs: { endExpiredLeases: async () => lost.shift() ?? [], findTurns: async () => new Map() } },
    queue: { enqueue: async (...call: unknown[]) => void enqueued.push(call) },
    report: (error: unknown) => expect.unreachable(String(error)),
  } as unknown as EngineDeps;
  const ended = recoverLostRuns(deps, stopped.signal);
  await clock.advance(4000);
  stopped.abort();
  await clock.advance(4000);
  await ended;
  expect(enqueued).toEqual([['wr_1', { priority: begunPriority }]]);
});
