import type { Json, JsonObject } from './json.ts';
import type { ScriptRun } from './script.ts';
import type { StartWarning } from './start-warning.ts';

/**
 * Status of a run. `paused` and `finalizing` are internal: the API shows both as `running`.
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
/** A status that ends a run, see {@link finalRunStatuses}. Only the outcome of its webhook changes it. */
export type FinalRunStatus = (typeof finalRunStatuses)[number];

/** Returns whether a status is final; the first final status of a run wins. */
export function isFinal(status: RunStatus): status is FinalRunStatus {
  return (finalRunStatuses as readonly string[]).includes(status);
}

/** State of the webhook of a run that has ended: the latest delivery to the address of the run decides. */
export type WebhookStatus = 'pending' | 'delivered' | 'failed';

/** An entry of a run's `errors` (snake_case: users read it). */
export interface RunErrorEntry {
  readonly error_code: string;
  readonly reasoning: string;
  /** 0 to 1; null unless a model judged it. */
  readonly confidence_float: number | null;
  readonly block_label: string | null;
  /** Kind of the code, when the block set one: `USER_DEFINED_ERROR` comes from a user's program. */
  readonly error_type?: string;
}

/** Category of a run's failure, a closed set. */
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

/** Place in a distributed trace, as W3C Trace Context writes it. */
export interface TraceContext {
  /** Version `00`, 55 characters. */
  readonly traceparent: string;
  /** Default: none. */
  readonly tracestate?: string;
}

/** Settings of one run that its request, its workflow or the engine's defaults decided (in this order). */
export interface RunSettings {
  readonly webhookUrl: string | null;
  readonly proxyLocation: Json;
  readonly browserSessionId: string | null;
  readonly browserProfileId: string | null;
  readonly browserAddress: string | null;
  readonly extraHttpHeaders: Readonly<Record<string, string>>;
  /** Hosts that the browser may reach, see `AllowedDomains`. Default: all that the egress policy allows. */
  readonly allowedDomains?: readonly string[];
  /** US dollars that its model calls may cost, beside the limits of the host. Default: no more limits. */
  readonly maxCost?: number;
  /** Tokens that its model calls may use, beside the limits of the host. Default: no more limits. */
  readonly maxTokens?: number;
  readonly maxScreenshotScrolls: number | null;
  readonly modelName: string | null;
  readonly totpUrl: string | null;
  readonly totpIdentifier: string | null;
  readonly runWith: 'agent' | 'code';
  readonly aiFallback: boolean;
  /** Its model calls and the answers of web sites are recorded for a replay. Default: they are not. */
  readonly isRecorded?: true;
  /** Name of the client that started it (`x-user-agent`), at most 512 characters. Default: none. */
  readonly userAgent?: string;
  /** Data of what started the run: of the host, and of the request. Default: none. */
  readonly metadata?: JsonObject;
  /** -10 to 10: of the runs that wait, those with the highest begin first. Default 0. */
  readonly priority?: number;
  /** Span of the caller that started the run. Default: none. */
  readonly traceContext?: TraceContext;
  /**
   * Keys of parameters whose values came up in the run that started this one, such as an output of a page. Sites in them
   * are not named by author or caller, so secrets do not go there on their account. Default: none.
   */
  readonly derivedParameters?: readonly string[];
  /**
   * Sites that are named by the run which started this one in its own browser session, at most 100: registrable domains, and `http://`
   * with the host for plain http. They count as named by the author of this run too. Default: none.
   */
  readonly parentSites?: readonly string[];
  /** Counted from `startedAt`; minutes, 1 to 480. */
  readonly maxElapsedMinutes: number;
  /** Blocks that a partial run carries out, in this order. Default: the whole workflow. */
  readonly blockLabels?: readonly string[];
  /** Outputs that the run begins with, by block label. Default: none. */
  readonly blockOutputs?: Readonly<Record<string, Json>>;
}

/** A key that lets so many runs pass at a time, in no strict order. */
export interface ConcurrencyLimit {
  readonly key: string;
  /** A whole number from 1. */
  readonly capacity: number;
}

/** Reference of a child run to its parent. */
export interface RunParent {
  readonly runId: string;
  /** Runs above this one: 1 for the child of a run that somebody asked for. */
  readonly depth: number;
  /** True when the parent waits for the end of this run. */
  readonly waits: boolean;
  /** The parent's rendered system prompt, which stands before the run's own; null when there is none. */
  readonly systemPrompt: string | null;
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
  /** The run whose block started this one; null for a run that somebody asked for. */
  readonly parent: RunParent | null;
  /**
   * Names that let one run pass at a time: a run with one of them begins only when no run that came earlier and has
   * the same name is open any more.
   */
  readonly concurrencyKeys: readonly string[];
  /** Limits that it counts against from its first claim until it is final; it begins when each has a free slot, or it passes them, see `RunRepository.claim`. */
  readonly concurrencyLimits: readonly ConcurrencyLimit[];
  readonly output: Json;
  readonly summary: string | null;
  readonly failureReason: string | null;
  readonly failureCategory: FailureCategory | null;
  readonly errors: readonly RunErrorEntry[];
  readonly stepCount: number;
  /** Null until a script has run in it. */
  readonly scriptRun: ScriptRun | null;
  /** Tokens and US dollars of its model calls; the cost is null when a price is unknown. Null before the first call. */
  readonly modelUse: { readonly tokens: number; readonly cost: number | null } | null;
  /** What has no effect in its request, and names in its templates that have no value; each once. */
  readonly warnings: readonly StartWarning[];
  /** Null before its end, and without a webhook. While it is `pending`, its outcome can still change the status. */
  readonly webhookStatus: WebhookStatus | null;
  /** A browser of the run is recorded now; the recording is stored when the browser is closed, which can be after the end of the run. */
  readonly hasOpenRecording: boolean;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Time in epoch ms at which a run without a worker continues; null: as soon as a worker claims it. */
  readonly wakeAt: number | null;
  /** Grows with every committed change of the row. */
  readonly revision: number;
}

/**
 * Input for a new run; the store adds status `created`, revision 1 and the empty fields. Default: no parent, no concurrency keys or
 * limits, and no warnings.
 */
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
> &
  Partial<Pick<Run, 'parent' | 'concurrencyKeys' | 'concurrencyLimits' | 'warnings'>>;

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
    | 'scriptRun'
    | 'modelUse'
    | 'warnings'
    | 'webhookStatus'
    | 'hasOpenRecording'
    | 'queuedAt'
    | 'startedAt'
    | 'finishedAt'
    | 'wakeAt'
  >
>;

/** The run that a draft becomes: status `created`, revision 1, nothing done yet. Every store begins with it. */
export function newRun(draft: RunDraft): Run {
  return {
    ...draft,
    parent: draft.parent ?? null,
    concurrencyKeys: draft.concurrencyKeys ?? [],
    concurrencyLimits: draft.concurrencyLimits ?? [],
    status: 'created',
    output: null,
    summary: null,
    failureReason: null,
    failureCategory: null,
    errors: [],
    stepCount: 0,
    scriptRun: null,
    modelUse: null,
    warnings: draft.warnings ?? [],
    webhookStatus: null,
    hasOpenRecording: false,
    modifiedAt: draft.createdAt,
    queuedAt: null,
    startedAt: null,
    finishedAt: null,
    wakeAt: null,
    revision: 1,
  };
}

/** Every type of a run. */
export const runTypes = ['task_v1', 'task_v2', 'cua_a', 'cua_b', 'ui_agent', 'workflow_run'] as const;
/** Type of a run: the engine of a task, or a workflow. */
export type RunType = (typeof runTypes)[number];

const taskRunTypes: Readonly<Record<string, RunType>> = {
  'service-1.0': 'task_v1',
  'service-2.0': 'task_v2',
  'cua-a': 'cua_a',
  'cua-b': 'cua_b',
  'ui-agent': 'ui_agent',
};

/** Returns the type of a run from its request. */
export function runTypeOf(run: Pick<Run, 'kind' | 'request'>): RunType {
  if (run.kind === 'workflow') return 'workflow_run';
  return taskRunTypes[String(run.request.engine)] ?? 'task_v2';
}

/** The lower-case text in which a run is searched for: its ids, title, prompt and URL, one on each line. */
export function runSearchText(run: Pick<Run, 'runId' | 'workflowRunId' | 'title' | 'request'>): string {
  const { title, request } = run;
  return [run.runId, run.workflowRunId, title, request.prompt, request.url]
    .filter((text) => typeof text === 'string')
    .join('\n')
    .toLowerCase();
}
