import type { Attempt, Json, JsonObject, Run } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import { attemptStart } from '../journal/attempt-entries.ts';
import { nextAttemptStatus } from '../machines/attempt.ts';
import type { ChildRequest } from '../registry/child-request.ts';
import { derivedParameters } from '../secrets/derived-parameters.ts';
import type { BlockExecution } from '../state/block-execution.ts';
import { childRunId } from '../state/child-run-id.ts';
import { traceContextOf } from '../telemetry/trace-context.ts';
import { blockTemplateScope } from './context/block-template-scope.ts';
import type { RunScope } from './context/run-scope.ts';

/** Maximum number of sites in the settings of a run. */
const maxParentSites = 100;

/**
 * Begins an attempt that runs another workflow. When the block waits, the attempt's row says so, and whoever finds it
 * finds the child too.
 */
export async function startChildAttempt(
  scope: RunScope,
  execution: BlockExecution,
  attempt: Attempt,
  child: { readonly request: () => ChildRequest; readonly shown: JsonObject },
): Promise<{ readonly run: Run; readonly waiting: Attempt | null }> {
  await scope.journal.commit(attemptStart(scope, execution, attempt, child.shown));
  const request = child.request();
  const run = await scope.children.start({
    ...request,
    runId: childRunId(scope.journal, attempt),
    derivedParameters: derivedParameters(
      execution.node.payload,
      request.payload,
      blockTemplateScope(scope, execution.listScope),
    ),
    // In the parent's browser a page is open already, which must not be taken for the first site of the child.
    parentSites: request.browserSessionId === null ? [] : scope.namedSites().entries.slice(0, maxParentSites),
    traceContext: traceContextOf(scope.trace),
    systemPrompt: execution.node.ignore_workflow_system_prompt === true ? null : scope.systemPrompt,
  });
  if (!request.waits) return { run, waiting: null };
  const waiting: Attempt = { ...attempt, status: nextAttemptStatus(attempt.status, { type: 'wait' }) };
  await scope.journal.commit({ entries: [{ type: 'attempt', attempt: waiting }] });
  return { run, waiting };
}

/** Returns the output of a block about the run that it started. */
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
