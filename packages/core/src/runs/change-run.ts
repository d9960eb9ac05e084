import { type Fence, type Run, RunwrightError, type Write } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';

/**
 * Commits what `decide` makes of a run. When another writer was first, it is called again with the run as it is then. Does nothing for a run
 * that is gone, and when `decide` returns null. With a `fence` it throws `lease_lost` when the run has another owner.
 */
export async function changeRun(
  { store, clock }: Pick<EngineDeps, 'store' | 'clock'>,
  runId: string,
  decide: (run: Run) => readonly Write[] | null | Promise<readonly Write[] | null>,
  fence: Fence | null = null,
): Promise<void> {
  for (let refusedRevision: number | null = null; ; ) {
    const run = await store.runs.find(runId);
    const writes = run && (await decide(run));
    if (!run || !writes) return;
    try {
      await store.runs.commit(runId, writes, fence, { now: clock.now() });
      return;
    } catch (error) {
      const isConflict = RunwrightError.is(error) && error.code === 'conflict';
      // Refused twice as it is: it is not another writer.
      if (!isConflict || run.revision === refusedRevision) throw error;
      refusedRevision = run.revision;
    }
  }
}
