import type { EngineParts } from '../parts.ts';
import { endOutside } from '../run/end-outside.ts';
import { elapsedEnd } from '../walk/carry-out-run.ts';
import { cancelChildren } from '../walk/child-runs.ts';
import type { Outbox } from './outbox.ts';
import { elapsed, elapsedAt } from './watch-run.ts';

/** Most runs that one sweep takes up; the next one takes the others. */
const sweepLimit = 10_000;
/** Further ahead than any lease lasts: 24 hours. */
const beyondLeasesMs = 24 * 60 * 60 * 1000;

/**
 * Brings back what nobody works on: unsent intentions, and runs without an owner or a job; and ends those whose elapsed
 * limit has passed. Runs that wait are left to their time, unless this is the `first` sweep of a process: then each is
 * looked at once, because whoever was to wake it may be gone.
 */
export async function sweep(
  parts: EngineParts,
  outbox: Outbox,
  { first = false }: { readonly first?: boolean } = {},
): Promise<void> {
  await outbox.relay();
  const now = parts.clock.now();
  for (const run of await parts.store.runs.unowned({ now, limit: sweepLimit })) {
    if (elapsedAt(run, now) <= now) {
      await cancelChildren(parts, run.runId);
      await endOutside(parts, run, elapsedEnd(elapsed(run)));
    } else if (first || run.wakeAt === null) await parts.queue.enqueue(run.runId);
    else await parts.queue.enqueue(run.runId, { notBefore: run.wakeAt });
  }
  await outbox.relay();
}

/** Ends every lease of an earlier process, so that its runs need not wait until the leases are over. */
export async function takeOver(parts: EngineParts): Promise<void> {
  const { store, clock, settings } = parts;
  const beyond = clock.now() + beyondLeasesMs;
  for (const run of await store.runs.unowned({ now: beyond, limit: sweepLimit })) {
    const owner = `${settings.workerId}/take-over`;
    const claimed = await store.runs.claim(run.runId, { owner, leaseMs: 0, now: beyond });
    if (claimed) await store.runs.release(run.runId, claimed.fence);
  }
}
