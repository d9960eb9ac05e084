import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isFinal, type Json, type JsonObject, type Run, RunwrightError, Type } from '@runwright/contract';
import { followRun } from '../follow-run.ts';
import type { PageVerb } from '../page-workflows.ts';
import { runAnswer } from '../run-answer.ts';
import type { ToolContext } from './tool.ts';

/** Longest time that a call waits for its run, in ms. */
const waitMs = 90_000;

/** Member of the arguments that names the browser. */
export const sessionId = Type.String({
  minLength: 1,
  description: 'The open browser: the browser_session_id that `goto` has returned.',
});

/** Executes a verb. A canceled call cancels its run. */
export async function pageRun(
  verb: PageVerb,
  browserSessionId: string,
  parameters: JsonObject,
  context: ToolContext,
): Promise<Run> {
  const run = await context.workflows.start(verb, { caller: context.caller, browserSessionId, parameters });
  const followed = await followRun(context, run, { waitMs, isCanceledWithCall: true });
  if (isFinal(followed.status)) return followed;
  await context.engine.runs.cancel(run.organizationId, run.runId);
  throw new RunwrightError(
    'timed_out',
    `The page did not get ready within ${waitMs / 1000} s; run ${run.runId} was canceled. Call the tool again.`,
  );
}

/** Answers a run of a page with where the browser is now. */
export function pageAnswer(run: Run): CallToolResult {
  return runAnswer(run, run.status === 'completed' ? outputOf(run, 'goto') : run.output);
}

/** Returns the output of the one block of a run; null when it has none. */
export function outputOf({ output }: Run, label: PageVerb): Json {
  return asObject(output)[`${label}_output`] ?? null;
}

/** Returns a JSON object, or an empty one for every other value. */
export function asObject(value: Json): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
