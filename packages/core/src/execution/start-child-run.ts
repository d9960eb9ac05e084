import type { Attempt, Json, JsonObject, Run } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { ChildRequest } from '../registry/child-request.ts';
import type { RunScope } from './context/run-scope.ts';
import { beginning } from '../journal/attempt-entries.ts';
import type { Visit } from '../state/block-execution.ts';

/**
 * Begins an attempt that runs another workflow. When the block waits, the attempt's row says so, and whoever finds it
 * finds the child too.
 */
export async function beginChild(
  scope: RunScope,
  visit: Visit,
  attempt: Attempt,
  child: { readonly request: () => ChildRequest; readonly shown: JsonObject },
): Promise<{ readonly run: Run; readonly waiting: Attempt | null }> {
  await scope.journal.commit(beginning(scope, visit, attempt, child.shown));
  const request = child.request();
  const run = await scope.children.start({
    ...request,
    runId: childOf(scope, attempt),
    systemPrompt: visit.node.ignore_workflow_system_prompt === true ? null : scope.systemPrompt,
  });
  if (!request.waits) return { run, waiting: null };
  const waiting: Attempt = { ...attempt, status: 'waiting' };
  await scope.journal.commit({ entries: [{ type: 'attempt', attempt: waiting }] });
  return { run, waiting };
}

/**
 * Id of the run that an attempt starts: that of the first attempt since the last one that has ended. So a lost attempt
 * and the one that repeats it mean the same run, and a retry begins a run of its own.
 */
export function childOf(scope: RunScope, attempt: Attempt): string {
  const earlier = scope.journal.history(attempt.path).filter((row) => row.attempt < attempt.attempt);
  const ended = earlier.findLastIndex((row) => row.finishedAt !== null && row.status !== 'lost');
  const first = earlier[ended + 1] ?? attempt;
  return first.blockRunId.replace(/^[a-z]+_/, 'wr_');
}

/** What the block puts out about the run that it started. */
export function childOutput(child: Run, status: string): JsonObject {
  const { extracted_information: _all, ...outputs } = asRecord(child.output) ?? {};
  return {
    workflow_run_id: child.runId,
    workflow_permanent_id: child.workflowPermanentId,
    status,
    failure_reason: child.failureReason,
    outputs: outputs as Record<string, Json>,
  };
}
