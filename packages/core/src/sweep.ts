import type { Outbox } from './outbox.ts';
import type { EngineParts } from './parts.ts';

/** Most runs that one sweep takes up; the next one takes the others. */
const sweepLimit = 10_000;
/** Further ahead than any lease lasts: 24 hours. */
const beyondLeasesMs = 24 * 60 * 60 * 1000;

/** Brings back what nobody works on: unsent intentions, and runs without an owner or a job. */
export async function sweep(parts: EngineParts, outbox: Outbox): Promise<void> {
  await outbox.relay();
  const now = parts.clock.now();
  for (const run of await parts.store.runs.unowned({ now, limit: sweepLimit })) {
    // Those that wait for a time are enqueued too: the worker reads the time and hands them back.
    await parts.queue.enqueue(run.runId);
  }
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
