import { finalRunStatuses, isFinal, type RunStatus } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { nextRunStatus, type RunEvent, runMachine } from './run.ts';

const statuses: RunStatus[] = ['created', 'queued', 'running', 'paused', 'finalizing', ...finalRunStatuses];
const events: RunEvent[] = [
  { type: 'enqueue' },
  { type: 'start' },
  { type: 'pause' },
  { type: 'resume' },
  { type: 'finalize' },
  { type: 'end', status: 'completed' },
  { type: 'end', status: 'failed' },
  { type: 'end', status: 'terminated' },
  { type: 'cancel' },
  { type: 'time-out' },
];

it('a run goes from created to completed', () => {
  const walked: RunStatus[] = ['created'];
  for (const type of ['enqueue', 'start', 'pause', 'resume', 'finalize'] as const) {
    walked.push(nextRunStatus(walked.at(-1) ?? 'created', { type }));
  }
  expect(walked).toEqual(['created', 'queued', 'running', 'paused', 'running', 'finalizing']);
  expect(nextRunStatus('finalizing', { type: 'end', status: 'completed' })).toBe('completed');
});

it('every status that is not final can be canceled', () => {
  for (const status of statuses.filter((status) => !isFinal(status))) {
    expect(nextRunStatus(status, { type: 'cancel' }), status).toBe('canceled');
  }
});

it('a final status takes no other one, whatever happens', () => {
  for (const status of finalRunStatuses) {
    for (const event of events) expect(nextRunStatus(status, event), `${status} ${event.type}`).toBe(status);
  }
});

it('a failed webhook makes every ended run failed and touches no open one', () => {
  for (const status of statuses) {
    expect(nextRunStatus(status, { type: 'webhook-fail' }), status).toBe(isFinal(status) ? 'failed' : status);
  }
});

it('a restored run has the status that it ended with, when a webhook has made it failed', () => {
  for (const status of statuses) {
    for (const ended of finalRunStatuses) {
      const next = nextRunStatus(status, { type: 'webhook-restore', status: ended });
      expect(next, `${status} ${ended}`).toBe(status === 'failed' ? ended : status);
    }
  }
});

it('every sequence of events ends in at most one final status', () => {
  let seed = 7;
  const draw = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed;
  };
  for (let round = 0; round < 300; round += 1) {
    const finals = new Set<RunStatus>();
    let status: RunStatus = 'created';
    for (let step = 0; step < 15; step += 1) {
      const event = events[draw() % events.length];
      if (event) status = nextRunStatus(status, event);
      if (isFinal(status)) finals.add(status);
    }
    expect(finals.size).toBeLessThanOrEqual(1);
  }
});

it('the machine also runs as an actor, for hosts that show it', () => {
  const actor = createActor(runMachine).start();
  actor.send({ type: 'start' });
  expect(actor.getSnapshot().value).toBe('running');
});
