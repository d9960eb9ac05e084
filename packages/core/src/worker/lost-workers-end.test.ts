import { expect, it } from 'vitest';
import { lostWorkersEnd } from './lost-workers-end.ts';

it.each([
  [{}, null],
  [{ lostWorkers: 1 }, null],
  [{ lostWorkers: 2 }, 'died at least 2 times'],
  [{ lostWorkers: 2, returnedWorkers: 1 }, null],
  [{ lostWorkers: 2, returnedWorkers: 2 }, null],
  [{ lostWorkers: 3, returnedWorkers: 1 }, 'died at least 2 times'],
  [{ lostWorkers: 3, returnedWorkers: 2 }, 'died or stood still at least 3 times'],
  [{ lostWorkers: 3, returnedWorkers: 3 }, 'died or stood still at least 3 times'],
])('a run with %o ends, if at all, with a reason', (lost, reason) => {
  const end = lostWorkersEnd(lost);
  if (reason === null) expect(end).toBeNull();
  else {
    expect(end).toMatchObject({
      status: 'failed',
      failureCategory: 'worker',
      failureReason: expect.stringContaining(reason),
      errors: [{ error_code: 'worker_lost', block_label: null }],
    });
  }
});
