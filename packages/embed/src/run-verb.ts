import {
  type ErrorCode,
  type Json,
  type JsonObject,
  type Run,
  RunwrightError,
  type TimelineEvent,
} from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { ActedAction, VerbOptions } from './page.ts';
import { storeSecrets } from './secret-credentials.ts';
import { type VerbBlock, verbDraft } from './verb-draft.ts';

/** Place of a verb: the browser session, and the organization of its run. */
export interface VerbPlace {
  readonly engine: Engine;
  readonly organizationId: string;
  readonly browserSessionId: string;
  /** Address of the page. */
  readonly url: () => Promise<string>;
}

/** The run of a verb that has completed, with the output of its block. */
export interface CompletedVerb {
  readonly runId: string;
  readonly output: JsonObject;
}

/**
 * Executes the block of a verb as a run on a browser session. Throws when the run does not complete, see `RunwrightPage`;
 * an aborted signal cancels the run.
 */
export async function runVerb(
  { engine, organizationId, browserSessionId, url }: VerbPlace,
  block: VerbBlock,
  { secrets = {}, inputs = {}, maxCost, maxTokens, signal }: VerbOptions = {},
): Promise<CompletedVerb> {
  if (signal?.aborted) throw canceled(block.label, signal);
  const credentials = await storeSecrets(engine, organizationId, secrets, url);
  try {
    const started = await engine.runs.startDraft(
      verbDraft(block, { inputs, credentials: credentials.ids }),
      {
        browser_session_id: browserSessionId,
        parameters: { ...inputs },
        ...(maxCost === undefined ? {} : { max_cost: maxCost }),
        ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
      },
      { organizationId },
    );
    const cancel = (): void => void engine.runs.cancel(organizationId, started.runId).catch(() => undefined);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      if (signal?.aborted) cancel();
      const run = await engine.runs.finished(organizationId, started.runId);
      if (run.status === 'completed') return { runId: run.runId, output: outputOf(run, block.label) };
      throw signal?.aborted ? canceled(block.label, signal, run) : failure(run, block.label);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  } finally {
    await credentials[Symbol.asyncDispose]();
  }
}

/** Returns the actions on the page that a run has done, in their order. */
export async function actedActions(
  { engine, organizationId }: Pick<VerbPlace, 'engine' | 'organizationId'>,
  runId: string,
): Promise<readonly ActedAction[]> {
  const events = await engine.runs.timeline(organizationId, runId);
  const ends = new Map(
    events.filter((event) => event.type === 'action-end').map((end) => [end.actionId, end]),
  );
  return events.filter(isPageAction).map(({ actionId, action, reasoning }) => ({
    type: String(action.action_type),
    status: ends.get(actionId)?.status ?? 'failed',
    reason: reasoning,
  }));
}

type ActionStart = Extract<TimelineEvent, { readonly type: 'action-start' }>;

function isPageAction(event: TimelineEvent): event is ActionStart {
  return event.type === 'action-start';
}

function outputOf(run: Run, label: string): JsonObject {
  const output = isObject(run.output) ? run.output[`${label}_output`] : null;
  return isObject(output) ? output : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function canceled(verb: string, signal: AbortSignal, run?: Run): RunwrightError {
  return new RunwrightError('canceled', `\`${verb}\` was canceled by its signal.`, {
    cause: signal.reason,
    details: run ? { run_id: run.runId } : {},
  });
}

function failure(run: Run, verb: string): RunwrightError {
  const { runId, failureReason, failureCategory, errors } = run;
  return new RunwrightError(codeOf(run), failureReason ?? `\`${verb}\` has ended as \`${run.status}\`.`, {
    details: {
      run_id: runId,
      failure_category: failureCategory,
      errors,
      output: outputOf(run, verb),
    },
  });
}

const codes: Readonly<Record<string, ErrorCode>> = {
  REACH_MAX_STEPS: 'max_steps',
  REACH_MAX_COST: 'max_cost',
  browser_lost: 'browser_failed',
  egress_refused: 'egress_denied',
  model_unavailable: 'model_failed',
  credential_unavailable: 'secret_unavailable',
};

function codeOf({ status, errors }: Run): ErrorCode {
  if (status === 'terminated' || status === 'canceled' || status === 'timed_out') return status;
  for (const { error_code: name } of errors) {
    const code = codes[name];
    if (code !== undefined) return code;
  }
  return 'block_failed';
}
