import type { Json, JsonObject } from './json.ts';

/**
 * Where a run stands. `paused` and `finalizing` are the engine's own: on the wire both read `running`.
 */
export type RunStatus =
  | 'created'
  | 'queued'
  | 'running'
  | 'paused'
  | 'finalizing'
  | 'completed'
  | 'failed'
  | 'terminated'
  | 'timed_out'
  | 'canceled';

/** The statuses that end a run. */
export const finalRunStatuses = ['completed', 'failed', 'terminated', 'timed_out', 'canceled'] as const;
/** A status that no other follows, see {@link finalRunStatuses}. */
export type FinalRunStatus = (typeof finalRunStatuses)[number];

/** Whether a run has ended; the first final status wins. */
export function isFinal(status: RunStatus): status is FinalRunStatus {
  return (finalRunStatuses as readonly string[]).includes(status);
}

/** An entry of a run's `errors` (snake_case: users read it). */
export interface RunErrorEntry {
  readonly error_code: string;
  readonly reasoning: string;
  /** 0 to 1; null unless a model judged it. */
  readonly confidence_float: number | null;
  readonly block_label: string | null;
}

/** Why a run that did not complete ended, as a closed set. */
export type FailureCategory =
  | 'bot_detection'
  | 'browser'
  | 'page_load'
  | 'auth'
  | 'credential'
  | 'one_time_code'
  | 'target_missing'
  | 'wrong_state'
  | 'goal_unreachable'
  | 'user_defined'
  | 'extraction'
  | 'model'
  | 'policy'
  | 'limit'
  | 'internal'
  | 'definition'
  | 'block'
  | 'worker'
  | 'credits'
  | 'webhook';

/** Settings of one run that its request, its workflow or the engine's defaults decided (in this order). */
export interface RunSettings {
  readonly webhookUrl: string | null;
  readonly proxyLocation: Json;
  readonly browserSessionId: string | null;
  readonly browserProfileId: string | null;
  readonly browserAddress: string | null;
  readonly extraHttpHeaders: Readonly<Record<string, string>>;
  readonly maxScreenshotScrolls: number | null;
  readonly modelName: string | null;
  readonly totpUrl: string | null;
  readonly totpIdentifier: string | null;
  readonly runWith: 'agent' | 'code';
  readonly aiFallback: boolean;
  /** Counted from `startedAt`; minutes, 1 to 480. */
  readonly maxElapsedMinutes: number;
}

/** One execution of a workflow. Task runs own a one-block workflow. Times are epoch ms. */
export interface Run {
  /** `tsk_` for task runs, `wr_` for workflow runs. */
  readonly runId: string;
  /** `wr_`; equal to `runId` for workflow runs. */
  readonly workflowRunId: string;
  readonly kind: 'task' | 'workflow';
  readonly organizationId: string;
  readonly workflowId: string;
  readonly workflowPermanentId: string;
  readonly title: string | null;
  readonly status: RunStatus;
  /** The request as accepted, with defaults (snake_case), for the echo. */
  readonly request: JsonObject;
  /** Converted parameter values; secrets are never among them. */
  readonly parameters: JsonObject;
  readonly settings: RunSettings;
  readonly triggerType: 'manual' | 'api' | 'mcp' | 'scheduled' | 'webhook';
  /** The key that started it and signs its webhook; null for a run started in process. */
  readonly apiKeyId: string | null;
  readonly output: Json;
  readonly summary: string | null;
  readonly failureReason: string | null;
  readonly failureCategory: FailureCategory | null;
  readonly errors: readonly RunErrorEntry[];
  readonly stepCount: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Grows with every committed change of the row. */
  readonly revision: number;
}

/** What a new run is made of; the store adds status `created`, revision 1 and the empty fields. */
export type RunDraft = Pick<
  Run,
  | 'runId'
  | 'workflowRunId'
  | 'kind'
  | 'organizationId'
  | 'workflowId'
  | 'workflowPermanentId'
  | 'title'
  | 'request'
  | 'parameters'
  | 'settings'
  | 'triggerType'
  | 'apiKeyId'
  | 'createdAt'
>;

/** Members of a run that change while it lives. */
export type RunPatch = Partial<
  Pick<
    Run,
    | 'status'
    | 'output'
    | 'summary'
    | 'failureReason'
    | 'failureCategory'
    | 'errors'
    | 'stepCount'
    | 'queuedAt'
    | 'startedAt'
    | 'finishedAt'
  >
>;

/** The run that a draft becomes: status `created`, revision 1, nothing done yet. Every store begins with it. */
export function newRun(draft: RunDraft): Run {
  return {
    ...draft,
    status: 'created',
    output: null,
    summary: null,
    failureReason: null,
    failureCategory: null,
    errors: [],
    stepCount: 0,
    modifiedAt: draft.createdAt,
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    revision: 1,
  };
}
