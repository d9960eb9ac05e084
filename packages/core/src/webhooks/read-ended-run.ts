import type { Run } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { readTimeline } from '../runs/timeline.ts';

/** Code of the error that a failed webhook adds to its run. */
const webhookErrorCode = 'webhook_delivery_failed';

/** Returns a run as it ended, before the outcome of a webhook changed it. */
export async function readEndedRun(deps: Pick<EngineDeps, 'store' | 'clock'>, run: Run): Promise<Run> {
  const end = (await readTimeline(deps, run.runId)).find((event) => event.type === 'run-end');
  if (end?.type !== 'run-end') return run;
  return {
    ...run,
    status: end.status,
    failureReason: end.failureReason,
    failureCategory: end.failureCategory ?? (end.status === 'failed' ? run.failureCategory : null),
    errors: run.errors.filter((error) => error.error_code !== webhookErrorCode),
    modifiedAt: end.at,
  };
}
