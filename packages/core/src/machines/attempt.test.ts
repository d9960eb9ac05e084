import type { AttemptStatus } from '@runwright/contract';
import { expect, it } from 'vitest';
import { type AttemptEvent, attemptMachine, initialAttemptStatus, nextAttemptStatus } from './attempt.ts';

const open: AttemptStatus[] = ['running', 'waiting', 'paused'];
const ends = ['completed', 'failed', 'terminated', 'timed_out', 'canceled'] as const;

it('an attempt begins running, and may wait for a time or a person', () => {
  expect(initialAttemptStatus).toBe('running');
  expect(nextAttemptStatus('running', { type: 'wait' })).toBe('waiting');
  expect(nextAttemptStatus('running', { type: 'pause' })).toBe('paused');
});

it('an attempt ends from every open status as its block says, or is lost', () => {
  for (const status of open) {
    for (const end of ends) expect(nextAttemptStatus(status, { type: 'end', status: end })).toBe(end);
    expect(nextAttemptStatus(status, { type: 'lose' })).toBe('lost');
  }
});

it('a block that was left out ends its attempt as completed', () => {
  expect(nextAttemptStatus('running', { type: 'end', status: 'skipped' })).toBe('completed');
});

it('the first end of an attempt wins', () => {
  const events: AttemptEvent[] = [
    { type: 'wait' },
    { type: 'pause' },
    { type: 'lose' },
    ...ends.map((status) => ({ type: 'end' as const, status })),
  ];
  const final = (Object.keys(attemptMachine.states) as AttemptStatus[]).filter((one) => !open.includes(one));
  for (const status of final)
    for (const event of events) expect(nextAttemptStatus(status, event)).toBe(status);
});
