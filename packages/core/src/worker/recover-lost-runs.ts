import type { EngineDeps } from '../engine-deps.ts';
import { enqueueRuns } from '../runs/enqueue-runs.ts';
import { recordMetric } from '../telemetry/metrics.ts';

/** Looks for lost workers in the time of one lease: a run goes on at most 1.25 leases after its worker died. */
const looksPerLease = 4;
/** Runs that are recovered at once; the others by the next look. */
const pageSize = 100;

type RecoveryDeps = Pick<EngineDeps, 'store' | 'queue' | 'clock' | 'settings' | 'report'>;

/**
 * Lets runs wait again whose worker died or stood still, until `signal` is aborted. A run that is lost between the two steps is
 * found by the sweep.
 */
export async function recoverLostRuns(deps: RecoveryDeps, signal: AbortSignal): Promise<void> {
  const { clock, settings } = deps;
  while (!signal.aborted) {
    await clock.sleep(settings.leaseMs / looksPerLease, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await recoverOnce(deps).catch((error: unknown) =>
      deps.report(error, { component: 'recovery', operation: 'recover lost runs' }),
    );
  }
}

async function recoverOnce({ store, queue, clock }: RecoveryDeps): Promise<void> {
  const lost = await store.runs.endExpiredLeases({ now: clock.now(), limit: pageSize });
  if (lost.length > 0) recordMetric('runwright.lease.recovered', lost.length, {});
  await enqueueRuns({ store, queue }, lost);
}
