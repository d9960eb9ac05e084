import { expect, it } from 'vitest';
import { actionStatus } from './action-status.ts';

it('an action without a result goes on only as long as its block', () => {
  const pending = { status: 'pending' };
  expect(actionStatus(pending, { status: 'running' })).toBe('running');
  expect(actionStatus(pending, { status: 'paused' })).toBe('running');
  expect(actionStatus(pending, { status: 'canceled' })).toBe('canceled');
  expect(actionStatus(pending, { status: 'failed' })).toBe('canceled');
  expect(actionStatus(pending, null)).toBe('running');
  expect(actionStatus({ status: 'failed' }, { status: 'canceled' })).toBe('failed');
});
