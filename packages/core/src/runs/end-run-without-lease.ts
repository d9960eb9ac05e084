import { type Attempt, isFinal, type Run, RunwrightError, type Write } from '@runwright/contract';
import { removeBrowserStates } from '../browser/browser-states.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { endRun } from '../journal/end-run.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { attemptTable } from '../state/attempt-table.ts';
import type { RunEnd } from '../state/run-end.ts';
import { canceledRunEnd } from '../state/run-end.ts';

/** Dependencies of ending a run from outside of its worker. */
export type EndDeps = Pick<
  EngineDeps,
  'store' | 'artifacts' | 'clock' | 'makeId' | 'settings' | 'cancels' | 'changes' | 'ends'
>;

/** How often a run is ended as it was read. Its worker may write meanwhile; then it is read in the transaction that ends it. */
const maxTries = 3;

/** Ends a run without a lease, whatever its worker writes meanwhile. Null when it had ended before. */
export async function endRunWithoutLease(
  deps: EndDeps,
  { organizationId, runId, workflowId }: Pick<Run, 'organizationId' | 'runId' | 'workflowId'>,
  end: RunEnd,
): Promise<Run | null> {
  const { store, clock, makeId } = deps;
  const workflow = await store.workflows.getVersion(organizationId, workflowId);
  const now = clock.now();
  const definition = workflow?.draft.workflow_definition ?? { parameters: [], blocks: [] };
  const decide = (run: Run, attempts: readonly Attempt[]): readonly Write[] | null => {
    if (isFinal(run.status)) return null;
    const change = endRun({
      run,
      definition,
      attempts,
      end: end.status === 'canceled' ? canceledRunEnd(attemptTable(attempts), run, definition) : end,
      limits: deps.settings.limits,
      makeId,
      now,
    });
    return [{ type: 'run', patch: change.patch(run), revision: run.revision }, ...change.entries];
  };
  const ended = await commitEnd();
  if (ended === null) return null;
  await removeBrowserStates(deps, ended);
  deps.cancels.emit(runId);
  deps.changes.emit(runId);
  deps.ends.emit(runId);
  return ended;

  /** With large outputs, each step takes as long as one turn of the event loop may. */
  async function commitEnd(): Promise<Run | null> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const run = await store.runs.find(runId);
      if (run === null) return null;
      await yieldToEventLoop(clock);
      const attempts = await store.attempts.read(runId);
      await yieldToEventLoop(clock);
      const writes = decide(run, attempts);
      if (writes === null) return null;
      await yieldToEventLoop(clock);
      try {
        return await store.runs.commit(runId, writes, null, { now });
      } catch (error) {
        if (!RunwrightError.is(error) || error.code !== 'conflict') throw error;
      }
    }
    return store.runs.revise(runId, decide, { now });
  }
}
