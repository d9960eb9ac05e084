import { expect, it } from 'vitest';
import { lostTreeEnd, lostWorkersEnd } from './lost-workers-end.ts';

const ended = (reason: string) => ({
  status: 'failed',
  failureCategory: 'worker',
  failureReason: expect.stringContaining(reason),
  errors: [{ error_code: 'worker_lost', block_label: null }],
});

it.each([
  [{}, 0, null],
  [{ lostWorkers: 1 }, 1, null],
  [{ lostWorkers: 2 }, 2, 'died at least 2 times'],
  [{ lostWorkers: 2 }, 1, null],
  [{ lostWorkers: 2, returnedWorkers: 1 }, 2, null],
  [{ lostWorkers: 2, returnedWorkers: 2 }, 0, null],
  [{ lostWorkers: 3, returnedWorkers: 1 }, 2, 'died at least 2 times'],
  [{ lostWorkers: 3, returnedWorkers: 2 }, 1, 'died or stood still at least 3 times'],
  [{ lostWorkers: 3, returnedWorkers: 3 }, 0, 'died or stood still at least 3 times'],
])('a run with %o and %i dead processes ends, if at all, with a reason', (lost, deadProcesses, reason) => {
  const end = lostWorkersEnd(lost, deadProcesses);
  if (reason === null) expect(end).toBeNull();
  else expect(end).toMatchObject(ended(reason));
});

it('a tree of runs ends with its fifth dead process', () => {
  expect(lostTreeEnd(4)).toBeNull();
  expect(lostTreeEnd(5)).toMatchObject(ended('At least 5 worker processes died'));
});
