import { type Attempt, isFinal, type Run, type Write } from '@runwright/contract';
import { removeBrowserStates } from '../browser/browser-states.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { endRun } from '../journal/end-run.ts';
import { attemptTable } from '../state/attempt-table.ts';
import type { RunEnd } from '../state/run-end.ts';
import { canceledRunEnd } from '../state/run-end.ts';

/** Dependencies of ending a run from outside of its worker. */
export type EndDeps = Pick<
  EngineDeps,
  'store' | 'artifacts' | 'clock' | 'makeId' | 'settings' | 'cancels' | 'changes' | 'ends'
>;

/**
 * Ends a run without a lease, whatever its worker writes meanwhile: the run and its attempts are read in the transaction
 * that ends it. Null when it had ended before.
 */
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
  const ended = await store.runs.revise(runId, decide, { now });
  if (ended === null) return null;
  await removeBrowserStates(deps, ended);
  deps.cancels.emit(runId);
  deps.changes.emit(runId);
  deps.ends.emit(runId);
  return ended;
}
