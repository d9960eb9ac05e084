import type { RunOutline } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { elapsedRunEnd } from '../execution/execute-run.ts';
import { cancelChildren, cancelWithChildren } from '../runs/child-runs.ts';
import { endOrganization } from '../runs/end-organization.ts';
import { type EndDeps, endRunWithoutLease } from '../runs/end-run-without-lease.ts';
import { enqueueRuns } from '../runs/enqueue-runs.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { elapsedError, elapsedLimitAt } from '../state/elapsed-limit.ts';
import type { Outbox } from './outbox.ts';

/** Runs that are read at once. */
const pageSize = 1000;
const dayMs = 24 * 60 * 60_000;

/**
 * Brings back what nobody works on: unsent intentions, and runs without an owner; and ends those whose elapsed
 * limit has passed. Runs that wait are left to their time, unless this is the `first` sweep of a process that has the store for
 * itself: then each is looked at once, because whoever was to wake it is gone. Runs of deleted organizations are canceled, and texts of keys
 * that sign nothing any more are erased, and pushed codes whose time is over deleted, as are workers that were last seen a day ago.
 */
export async function sweep(
  deps: EndDeps & Pick<EngineDeps, 'queue' | 'settings'>,
  outbox: Outbox,
  { first = false }: { readonly first?: boolean } = {},
): Promise<void> {
  await outbox.recover();
  await outbox.relay();
  const now = deps.clock.now();
  const deleted = await deletedOrganizations(deps);
  // Its process may have died while it deleted one.
  if (first) for (const organizationId of deleted) await endOrganization(deps, organizationId);
  // What waits for a later time is left to the sweep before that, so that it costs nothing meanwhile.
  const looksAtAll = first && !deps.settings.isStoreShared;
  const wakeBefore = now + 2 * deps.settings.sweepMs;
  for await (const outline of unownedRuns(deps, { now, ...(looksAtAll ? {} : { wakeBefore }) })) {
    const { runId, wakeAt } = outline;
    const isOfDeleted = deleted.has(outline.organizationId);
    // One that has not started has all of its time left.
    const run = isOfDeleted || outline.startedAt !== null ? await deps.store.runs.find(runId) : null;
    if (run !== null && isOfDeleted) await cancelWithChildren(deps, run);
    else if (run !== null && elapsedLimitAt(run, now) <= now) {
      await cancelChildren(deps, runId);
      await endRunWithoutLease(deps, run, elapsedRunEnd(elapsedError(run)));
    } else if (looksAtAll || wakeAt === null) await enqueueRuns(deps, [runId]);
    else await enqueueRuns(deps, [runId], { notBefore: wakeAt });
  }
  await outbox.relay();
  await deps.store.idempotencyKeys.deleteExpired({ now });
  await deps.store.pushedCodes.deleteExpired({ now });
  await deps.store.apiKeys.eraseUnneeded({ now });
  await deps.store.workers.deleteUnseen({ before: now - dayMs });
}

async function deletedOrganizations({ store }: Pick<EngineDeps, 'store'>): Promise<ReadonlySet<string>> {
  const all = await store.organizations.list();
  return new Set(all.filter((row) => row.deletedAt !== null).map((row) => row.organizationId));
}

/** Reads them in pages, with a turn for the rest of the process between two runs. */
async function* unownedRuns(
  { store, clock }: Pick<EngineDeps, 'store' | 'clock'>,
  due: { readonly now: number; readonly wakeBefore?: number },
): AsyncGenerator<RunOutline> {
  let after: RunOutline | undefined;
  for (;;) {
    const page: readonly RunOutline[] = await store.runs.unowned({
      ...due,
      limit: pageSize,
      ...(after ? { after } : {}),
    });
    for (const run of page) {
      await yieldToEventLoop(clock);
      yield run;
    }
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}

/** Ends every lease of an earlier process, so that its runs need not wait until the leases are over. */
export async function takeOver(deps: Pick<EngineDeps, 'store'>): Promise<void> {
  await deps.store.runs.endLeases();
  await deps.store.idempotencyKeys.endLeases();
}
