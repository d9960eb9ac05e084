import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  type FailureCategory,
  isFinal,
  type Json,
  type JsonObject,
  type Run,
  runTypeOf,
} from '@runwright/contract';
import { toRecordStatus } from '@runwright/core/records';
import { untrustedText } from './untrusted-text.ts';
import { runUri } from './uris.ts';

/** Facts about a run that the engine knows by itself: no text of a page is among them. */
export function runFacts(run: Run): JsonObject {
  return {
    run_id: run.runId,
    status: toRecordStatus(run.status),
    run_type: runTypeOf(run),
    step_count: run.stepCount,
    failure_category: run.failureCategory,
    browser_session_id: run.settings.browserSessionId,
    resource: runUri(run.runId),
  };
}

/**
 * Returns the answer of a tool whose run is finished or goes on: its facts, and what it has brought, marked as data. A run
 * that has ended without success is an error.
 *
 * @param result what the run has brought. Default: its output
 */
export function runAnswer(run: Run, result: Json = run.output): CallToolResult {
  const facts = runFacts(run);
  const failed = isFinal(run.status) && run.status !== 'completed';
  const { failureReason, errors } = run;
  const brought = failed
    ? { output: result, failure_reason: failureReason, errors: errors.map((error) => ({ ...error })) }
    : result;
  return {
    ...(failed ? { isError: true } : {}),
    content: [
      { type: 'text', text: [JSON.stringify(facts, null, 2), adviceFor(run)].filter(Boolean).join('\n') },
      ...(isEmpty(brought)
        ? []
        : [{ type: 'text' as const, text: untrustedText('output', JSON.stringify(brought, null, 2)) }]),
    ],
  };
}

/** The problem and its remedy of a run without success, the next call for one that goes on; empty for a completed one. */
function adviceFor({ runId, status, failureCategory }: Run): string {
  if (status === 'completed') return '';
  if (!isFinal(status)) {
    return `The run goes on. Call \`get_run\` with this run_id for its result, or \`cancel_run\` to end it.`;
  }
  const cause =
    failureCategory === null ? `its status is \`${status}\`` : `the category is \`${failureCategory}\``;
  const remedy =
    (failureCategory && remedies[failureCategory]) ??
    `Read ${runUri(runId)} for what happened, step by step.`;
  return `Problem: The run has ended as \`${status}\`.\nCause: ${cause}; the reason is in \`failure_reason\` below.\nRemedy: ${remedy}`;
}

const remedies: Partial<Readonly<Record<FailureCategory, string>>> = {
  browser: 'Call the tool again; open another browser with `goto` when the session is closed.',
  page_load: 'Check the address and call the tool again.',
  target_missing: 'Call `observe`, and name the element as the page shows it.',
  wrong_state: 'Call `observe` to see the state of the page, then decide anew.',
  limit: 'Divide the goal into smaller ones, or raise `max_steps`.',
  policy: 'Use another address, or ask the operator to add the host to RUNWRIGHT_ALLOWED_HOSTS.',
  model: 'Ask the operator to check the model with `runwright doctor`.',
  credential: 'Ask the user to check the credential.',
  credits: 'Tell the user that the organization has no credits left.',
};

function isEmpty(value: Json): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
