import type { Run } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { readTimeline } from '../runs/timeline.ts';
import { findLatestDelivery } from './latest-delivery.ts';

/** Time in ms after which the row of a run has the outcome that is on its timeline: both are one commit. */
const recordedMs = 60_000;

/**
 * Returns a run as it is; one whose latest delivery was made by a version that writes no webhook status, so that its row stays `pending`, has
 * the outcome of that delivery.
 */
export async function withSettledWebhook(deps: Pick<EngineDeps, 'store' | 'clock'>, run: Run): Promise<Run> {
  const now = deps.clock.now();
  if (run.webhookStatus !== 'pending' || run.finishedAt === null || now <= run.finishedAt + recordedMs) {
    return run;
  }
  const latest = await findLatestDelivery(deps, run);
  if (latest?.status !== 'delivered' && latest?.status !== 'failed') return run;
  const { deliveryId } = latest;
  const isRecorded = (await readTimeline(deps, run.runId)).some(
    (event) => event.type === 'webhook' && event.deliveryId === deliveryId && now > event.at + recordedMs,
  );
  return isRecorded ? { ...run, webhookStatus: latest.status } : run;
}
