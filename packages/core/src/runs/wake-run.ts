import { begunPriority, isFinal, type Run, RunwrightError } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { enqueueRuns } from './enqueue-runs.ts';

/** Dependencies of waking a run. */
export type WakeDeps = Pick<EngineDeps, 'store' | 'clock' | 'changes' | 'queue'>;

/** Lets a run that waits go on now. The store knows first, so that the next sweep finds what the queue has lost. */
export async function wakeRun(deps: WakeDeps, runId: string): Promise<void> {
  const { store, clock } = deps;
  for (;;) {
    const run = await store.runs.find(runId);
    if (run === null || isFinal(run.status)) return;
    if (run.wakeAt === null) break;
    const patch = { type: 'run', patch: { wakeAt: null }, revision: run.revision } as const;
    const written = await store.runs.commit(runId, [patch], null, { now: clock.now() }).then(
      () => true,
      (error: unknown) => {
        if (RunwrightError.is(error) && error.code === 'conflict') return false;
        throw error;
      },
    );
    if (written) break;
  }
  deps.changes.emit(runId);
  await enqueueRuns(deps, [runId]);
}

/** Lets those go on that waited for the end of a run: its parent, the next child of that, and the next runs of each of its concurrency keys and limits. */
export async function wakeWaitingRuns(deps: WakeDeps, run: Run): Promise<void> {
  if (run.parent?.waits) {
    await wakeRun(deps, run.parent.runId);
    await enqueueNextChild(deps, run.parent.runId);
  }
  for (const key of run.concurrencyKeys) {
    const next = await deps.store.runs.nextWithConcurrencyKey(key);
    if (next !== null) await enqueueRuns(deps, [next.runId]);
  }
  for (const limit of run.concurrencyLimits) {
    const next = await deps.store.runs.nextWithinLimit(limit);
    await enqueueRuns(
      deps,
      next.map(({ runId }) => runId),
    );
  }
}

/** Delivers the child that has no turn any more, see `RunRepository.create`, before all runs that have not begun. */
async function enqueueNextChild({ store, queue }: WakeDeps, parentId: string): Promise<void> {
  const children = await store.runs.children(parentId);
  const waiting = children.filter(({ startedAt }) => startedAt === null).map(({ runId }) => runId);
  const turns = await store.runs.findTurns(waiting);
  for (const runId of waiting) if (!turns.has(runId)) await queue.enqueue(runId, { priority: begunPriority });
}
