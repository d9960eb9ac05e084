import { isFinal, type Run, RunwrightError } from '@runwright/contract';
import type { EngineParts } from '../engine-deps.ts';

/** Lets a run that waits go on now. The store knows first, so that the next sweep finds what the queue has lost. */
export async function wakeRun(parts: EngineParts, runId: string): Promise<void> {
  const { store, clock } = parts;
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
  parts.changes.ring(runId);
  await parts.queue.enqueue(runId);
}

/** Lets those go on that waited for the end of a run: its parent, and the next run of each of its lanes. */
export async function wakeWaiting(parts: EngineParts, run: Run): Promise<void> {
  if (run.parent?.waits) await wakeRun(parts, run.parent.runId);
  for (const lane of run.lanes) {
    const next = await parts.store.runs.nextInLane(lane);
    if (next !== null) await parts.queue.enqueue(next.runId);
  }
}
