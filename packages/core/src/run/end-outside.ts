import { type Run, RunwrightError } from '@runwright/contract';
import type { EngineParts } from '../parts.ts';
import { attemptTable } from '../walk/attempt-table.ts';
import { canceledEnd } from '../walk/body-end.ts';
import { removeBrowserStates } from './browser-states.ts';
import { endRun, type RunEnd } from './end-run.ts';

/**
 * Ends a run without a lease, judged by its revision alone, as it was read. Null when it has changed since: read it
 * again and decide anew.
 */
export async function endOutside(parts: EngineParts, run: Run, end: RunEnd): Promise<Run | null> {
  const { store, clock, makeId } = parts;
  const workflow = await store.workflows.getVersion(run.organizationId, run.workflowId);
  const now = clock.now();
  const definition = workflow?.draft.workflow_definition ?? { parameters: [], blocks: [] };
  const attempts = await store.attempts.read(run.runId);
  const change = endRun({
    run,
    definition,
    attempts,
    end: end.status === 'canceled' ? canceledEnd(attemptTable(attempts), run, definition) : end,
    limits: parts.settings.limits,
    makeId,
    now,
  });
  const patch = { type: 'run', patch: change.patch(run), revision: run.revision } as const;
  try {
    const ended = await store.runs.commit(run.runId, [patch, ...change.entries], null, { now });
    await removeBrowserStates(parts, ended);
    parts.cancels.ring(run.runId);
    parts.changes.ring(run.runId);
    parts.ends.ring(run.runId);
    return ended;
  } catch (error) {
    if (RunwrightError.is(error) && error.code === 'conflict') return null;
    throw error;
  }
}
