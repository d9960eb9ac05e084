import type {
  Artifact,
  ArtifactType,
  DeliveryWithRequest,
  DownloadRequest,
  FinishedRun,
  IdempotentAnswer,
  JsonObject,
  LoginRequest,
  Page,
  Run,
  RunHandle,
  RunStatus,
  RunType,
  StartWarnings,
  TaskRequest,
  TimelineEvent,
  TraceContext,
  TypedRun,
  TypedRunRequest,
  WebhookDelivery,
  WorkflowDraft,
  WorkflowHandle,
  WorkflowRunRequest,
} from '@runwright/contract';
import type { IdempotencyReservation } from './idempotency-api.ts';

/** The idempotency key of a start, and the answer to it. */
export interface StartIdempotency {
  readonly reservation: IdempotencyReservation;
  /** Answer to the request; stored together with the run. */
  answer(run: StartedRun): IdempotentAnswer;
}

/** The organization and the key that start a run. */
export interface RunOrigin {
  readonly organizationId: string;
  /** The key that signs the run's webhook. Default: the organization's oldest active key. */
  readonly apiKeyId?: string | null;
  readonly triggerType?: Run['triggerType'];
  /** Name of the client, recorded with the run; cut to 512 characters. Default: none. */
  readonly userAgent?: string;
  /**
   * A text of the caller's choice, 1 to 255 printable ASCII characters: within 24 hours the same start with the same key
   * answers the same run, and another start throws `conflict`. The keys of requests over HTTP are others. Default: none; the same request twice is two runs.
   */
  readonly idempotencyKey?: string;
  /** The same for a caller that stores an answer of its own, such as the HTTP adapter. Default: none. */
  readonly idempotency?: StartIdempotency;
  /**
   * Aborted before the run is stored: there is none, and the start throws `canceled`. Aborted later: the run is canceled. It
   * holds as long as this process lives. Default: only `cancel` ends the run.
   */
  readonly signal?: AbortSignal;
  /**
   * Data of the host, such as the id of its own job: kept with the run as `run.settings.metadata`, and shown by the HTTP API, at
   * most 16,384 characters of JSON. It replaces members of the same name in `metadata` of the request. Blocks do not see it.
   * Default: none.
   */
  readonly metadata?: JsonObject;
  /**
   * Span that the trace of the run continues, see `readTraceContext`. Default: the active span of OpenTelemetry at the call, if
   * there is one.
   */
  readonly traceContext?: TraceContext;
}

/** A run that was accepted, with what its start has to say about the request. */
export type StartedRun = Run & StartWarnings;

/** A person's answer to a run that waits for a decision. */
export interface ResumeAnswer {
  /** `approve` completes the block, `reject` terminates it. Default `approve`. */
  readonly outcome?: 'approve' | 'reject';
  /** The reason, for the block's output and the run's `failure_reason`. Default: none. */
  readonly reason?: string | null;
  /** More members of the block's output; `success` and `reason` are the engine's. */
  readonly payload?: JsonObject;
  /** The block attempt (`wrb_`) that is meant. Default: the only one that waits. */
  readonly blockRunId?: string | null;
}

/** A file of the recording of a run. */
export interface CassetteFile {
  /** Path in the folder of the recording, such as `network/browser-1.har`. */
  readonly name: string;
  /** Reads the file, in parts. To be called once. Throws `not_found` when its content is gone, `canceled` once the signal is aborted. */
  open(options: { readonly signal: AbortSignal }): AsyncIterable<Uint8Array>;
}

/** Runs: start, read, follow and control them. */
export interface RunsApi {
  /** Accepts a task: a one-block workflow and its run (`tsk_`), status `created`. */
  startTask(request: TaskRequest, origin: RunOrigin): Promise<StartedRun>;
  /**
   * Accepts a login: a one-block workflow and its run (`wr_`). Throws `not_found` for an unknown credential, and
   * `failed_precondition` for one that is no password or whose source is not configured.
   */
  startLogin(request: LoginRequest, origin: RunOrigin): Promise<StartedRun>;
  /** Accepts a download of files: a one-block workflow and its run (`wr_`). */
  startDownload(request: DownloadRequest, origin: RunOrigin): Promise<StartedRun>;
  /** Accepts a run of a typed workflow that was stored: the compiler checks the parameters and knows the output. */
  start<Parameters, Output>(
    workflow: WorkflowHandle<Parameters, Output>,
    request: TypedRunRequest<Parameters>,
    origin: RunOrigin,
  ): Promise<TypedRun<Output> & StartWarnings>;
  /** Accepts a run (`wr_`) of the latest version of a stored workflow, status `created`. */
  start(request: WorkflowRunRequest, origin: RunOrigin): Promise<StartedRun>;
  /**
   * Accepts a run (`wr_`) of a workflow that is not saved before: it is stored together with its run, with the status
   * `auto_generated`, so that lists of workflows leave it out. Throws `invalid_input` with every mistake of the draft.
   */
  startDraft(
    draft: WorkflowDraft,
    request: Omit<WorkflowRunRequest, 'workflow_id'>,
    origin: RunOrigin,
  ): Promise<StartedRun>;
  /** Also by the `task_id` of a block: the task is shown as a task run, whose timeline, events and artifacts are those of the block. */
  get(organizationId: string, runId: string): Promise<Run>;
  list(
    organizationId: string,
    query?: {
      readonly page?: number;
      readonly pageSize?: number;
      readonly statuses?: readonly RunStatus[];
      readonly workflowPermanentId?: string;
      /** The kinds of request that started the runs. */
      readonly types?: readonly RunType[];
      /** Case-insensitive part of id, title, prompt or URL. */
      readonly searchKey?: string;
      /**
       * Texts that `settings.metadata` of the run has, all of them, each exactly: at most 5, names and values of at most 255
       * characters. Values that are no texts are not found.
       */
      readonly metadata?: Readonly<Record<string, string>>;
      /** Epoch ms, inclusive. */
      readonly createdAfter?: number;
      /** Epoch ms, inclusive. */
      readonly createdBefore?: number;
    },
  ): Promise<Page<Run>>;
  /**
   * Ends a run that is not final as `canceled`, runs that it waits for first; a second call changes nothing; another
   * final status: `conflict`.
   */
  cancel(organizationId: string, runId: string): Promise<Run>;
  /**
   * Answers a run that waits for a person. Throws `conflict` when it has ended or does not wait (or not at this block), and when
   * several of its blocks do and none is named.
   */
  resume(organizationId: string, runId: string, answer?: ResumeAnswer): Promise<Run>;
  /**
   * The whole timeline so far, oldest first.
   *
   * @param run its id, or the run itself when it has been read, which is then not read again
   */
  timeline(organizationId: string, run: string | Run): Promise<readonly TimelineEvent[]>;
  /**
   * Events as they happen, beginning after `after` (default 0: the first event). Ends after `run-end`, and for a
   * run with a webhook after its delivery was decided.
   *
   * @param run its id, or the run itself when it has been read, which is then not read again
   */
  events(
    organizationId: string,
    run: string | Run,
    options?: { readonly after?: number; readonly signal?: AbortSignal },
  ): AsyncIterable<TimelineEvent>;
  /** Waits for the final status of a run of a typed workflow. */
  finished<Output>(
    organizationId: string,
    run: RunHandle<Output>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<FinishedRun<Output>>;
  /** Waits for the final status. While `webhookStatus` is `pending`, the outcome of the webhook can still change it. */
  finished(organizationId: string, runId: string, options?: { readonly signal?: AbortSignal }): Promise<Run>;
  /** @param run its id, or the run itself when it has been read, which is then not read again */
  artifacts(
    organizationId: string,
    run: string | Run,
    options?: { readonly types?: readonly ArtifactType[] },
  ): Promise<readonly Artifact[]>;
  /**
   * The recording of a run that was started with `record_for_replay` and has ended, as the files that `runwright replay` takes. Throws
   * `not_found` for a run that was not recorded or whose recording is not whole, and `conflict` while it runs or its recording is being stored.
   */
  cassette(organizationId: string, runId: string): Promise<readonly CassetteFile[]>;
  /** Deliveries of the webhook of a run, the newest first. */
  deliveries(organizationId: string, runId: string): Promise<readonly WebhookDelivery[]>;
  /** A delivery with the request that it sent: of the body at most the first 256 KiB. Throws `not_found`. */
  delivery(organizationId: string, runId: string, deliveryId: string): Promise<DeliveryWithRequest>;
  /**
   * Sends the webhook of an ended run once more, with what the first one said and links that are signed anew; answers before it is
   * delivered. A success restores the status with which the run ended; only a failure at the run's own address counts for the run. Throws `conflict` for a run that is not final, or when
   * neither the call nor the run names an address.
   *
   * @param options `webhookUrl`: an address instead of the run's own
   */
  retryWebhook(
    organizationId: string,
    runId: string,
    options?: { readonly webhookUrl?: string | null },
  ): Promise<WebhookDelivery>;
}
