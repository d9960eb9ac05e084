import type { Run } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { elapsedRunEnd } from '../execution/execute-run.ts';
import { cancelChildren } from '../runs/child-runs.ts';
import { type EndDeps, endRunWithoutLease } from '../runs/end-run-without-lease.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { elapsedError, elapsedLimitAt } from '../state/elapsed-limit.ts';
import type { Outbox } from './outbox.ts';

/** Runs that are read at once. */
const pageSize = 1000;

/**
 * Brings back what nobody works on: unsent intentions, and runs without an owner; and ends those whose elapsed
 * limit has passed. Runs that wait are left to their time, unless this is the `first` sweep of a process: then each is
 * looked at once, because whoever was to wake it may be gone.
 */
export async function sweep(
  deps: EndDeps & Pick<EngineDeps, 'queue'>,
  outbox: Outbox,
  { first = false }: { readonly first?: boolean } = {},
): Promise<void> {
  await outbox.recover();
  await outbox.relay();
  const now = deps.clock.now();
  for await (const run of unownedRuns(deps, now)) {
    if (elapsedLimitAt(run, now) <= now) {
      await cancelChildren(deps, run.runId);
      await endRunWithoutLease(deps, run, elapsedRunEnd(elapsedError(run)));
    } else if (first || run.wakeAt === null) await deps.queue.enqueue(run.runId);
    else await deps.queue.enqueue(run.runId, { notBefore: run.wakeAt });
  }
  await outbox.relay();
}

/** Reads them in pages, with a turn for the rest of the process between two runs. */
async function* unownedRuns(
  { store, clock }: Pick<EngineDeps, 'store' | 'clock'>,
  now: number,
): AsyncGenerator<Run> {
  let after: Run | undefined;
  for (;;) {
    const page: readonly Run[] = await store.runs.unowned({
      now,
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
}
