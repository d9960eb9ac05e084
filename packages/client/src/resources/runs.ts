import type {
  Artifact,
  ArtifactQuery,
  DownloadRequest,
  ListedRun,
  LoginRequest,
  ModelCall,
  ResumeRequest,
  RunQuery,
  RunRecord,
  RunStep,
  TaskRequest,
  TimelineItem,
  TimelineQuery,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WorkflowRunRequest,
} from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';
import { type Download, download } from '../download.ts';
import { allPages, type ListPage, pageOf } from '../list-page.ts';
import { type EventOptions, type RunEvent, runEvents } from '../run-events.ts';
import { type RunHandle, runHandle } from '../run-handle.ts';

/** A timeline, and the event up to which it tells of the run. */
export interface TimelinePage {
  readonly items: readonly TimelineItem[];
  /** Pass it as `after` to a later read, or to `events`. */
  readonly lastEventId: number;
}

/** Calls about runs. */
export interface Runs {
  /** Starts a task, or a run of a workflow if the request has `workflow_id`. */
  start(request: TaskRequest | WorkflowRunRequest, options?: CreateOptions): Promise<RunHandle>;
  /** Starts a login. */
  login(request: LoginRequest, options?: CreateOptions): Promise<RunHandle>;
  /** Starts a download of files. */
  downloadFiles(request: DownloadRequest, options?: CreateOptions): Promise<RunHandle>;
  /** Returns the handle of a run that was started before; nothing is sent. */
  handle(runId: string): RunHandle;
  get(runId: string, options?: CallOptions): Promise<RunRecord>;
  list(query?: RunQuery, options?: CallOptions): Promise<readonly ListedRun[]>;
  listPage(query?: RunQuery, options?: CallOptions): Promise<ListPage<ListedRun>>;
  timeline(runId: string, options?: CallOptions): Promise<readonly TimelineItem[]>;
  /** Reads the timeline, or with `after` only what has changed since, with the id of the event that it has reached. */
  timelinePage(runId: string, query?: TimelineQuery, options?: CallOptions): Promise<TimelinePage>;
  /** Yields what happens in a run until its end, from its beginning or after an event. */
  events(runId: string, options?: EventOptions): AsyncGenerator<RunEvent, void, undefined>;
  /** All steps of the agents of a run: tokens, and the ids of actions, model calls and artifacts of each. */
  steps(runId: string, options?: CallOptions): Promise<readonly RunStep[]>;
  /** All model calls of a run: tokens, cost, and the artifacts that hold prompt and answer. */
  modelCalls(runId: string, options?: CallOptions): Promise<readonly ModelCall[]>;
  cancel(runId: string, options?: CallOptions): Promise<RunRecord>;
  /** Answers a run that waits for a person. */
  resume(runId: string, answer?: ResumeRequest, options?: CallOptions): Promise<RunRecord>;
  artifacts(runId: string, query?: ArtifactQuery, options?: CallOptions): Promise<readonly Artifact[]>;
  /**
   * Reads the recording of a run that was started with `record_for_replay`: a ZIP file for `runwright replay`. Fails with 409 while
   * the run goes on or its recording is being stored.
   */
  cassette(runId: string, options?: CallOptions): Promise<Download>;
  /** Sends the webhook of a finished run again, to another address if one is given. */
  retryWebhook(runId: string, webhookUrl?: string, options?: CallOptions): Promise<void>;
  /** Deliveries of the webhook of a run, the newest first. */
  webhookDeliveries(runId: string, options?: CallOptions): Promise<readonly WebhookDelivery[]>;
  /** A delivery with the headers and the body that were sent; of a large body the beginning. */
  webhookDelivery(runId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetails>;
}

/** Creates the calls about runs. */
export function runs(connection: Connection): Runs {
  const { api } = connection;
  const of = (run: RunRecord): RunHandle => runHandle(connection, run.run_id, run);
  const path = (run_id: string) => ({ path: { run_id } });
  const list = (query: RunQuery, options?: CallOptions) =>
    api.GET('/v1/runs', { params: { query }, ...callOf(options) });
  return {
    async start(request, options) {
      const own = createOf(options);
      // The bodies are sent as they are; the service validates them.
      if ('workflow_id' in request) {
        return of((await bodyOf(api.POST('/v1/run/workflows', { body: request, ...own }))) as RunRecord);
      }
      return of((await bodyOf(api.POST('/v1/run/tasks', { body: request, ...own }))) as RunRecord);
    },
    login: async (body, options) =>
      of((await bodyOf(api.POST('/v1/run/tasks/login', { body, ...createOf(options) }))) as RunRecord),
    downloadFiles: async (body, options) =>
      of(
        (await bodyOf(api.POST('/v1/run/tasks/download_files', { body, ...createOf(options) }))) as RunRecord,
      ),
    handle: (runId) => runHandle(connection, runId, null),
    get: (runId, options) => runHandle(connection, runId, null).get(options),
    list: (query = {}, options) => bodyOf(list(query, options)),
    listPage: (query = {}, options) => pageOf(list(query, options), query),
    timeline: (run_id, options) =>
      bodyOf(api.GET('/v1/runs/{run_id}/timeline', { params: { path: { run_id } }, ...callOf(options) })),
    async timelinePage(id, query = {}, options) {
      const { data = [], response } = await api.GET('/v1/runs/{run_id}/timeline', {
        params: { ...path(id), query },
        ...callOf(options),
      });
      return { items: data, lastEventId: Number(response.headers.get('x-last-event-id') ?? 0) };
    },
    events: (id, options) => runEvents(connection, id, options),
    steps: (id, options) =>
      allPages((page) => {
        const params = { ...path(id), query: { page } };
        return pageOf(api.GET('/v1/runs/{run_id}/steps', { params, ...callOf(options) }), { page });
      }),
    modelCalls: (id, options) =>
      allPages((page) => {
        const params = { ...path(id), query: { page } };
        return pageOf(api.GET('/v1/runs/{run_id}/model_calls', { params, ...callOf(options) }), { page });
      }),
    cancel: (id, options) =>
      bodyOf(api.POST('/v1/runs/{run_id}/cancel', { params: path(id), ...callOf(options) })),
    resume: (id, body = {}, options) =>
      bodyOf(api.POST('/v1/runs/{run_id}/resume', { params: path(id), body, ...callOf(options) })),
    webhookDeliveries: (id, options) =>
      bodyOf(api.GET('/v1/runs/{run_id}/webhook_deliveries', { params: path(id), ...callOf(options) })),
    webhookDelivery: (run_id, delivery_id, options) =>
      bodyOf(
        api.GET('/v1/runs/{run_id}/webhook_deliveries/{delivery_id}', {
          params: { path: { run_id, delivery_id } },
          ...callOf(options),
        }),
      ),
    artifacts: (run_id, query = {}, options) =>
      bodyOf(
        api.GET('/v1/runs/{run_id}/artifacts', { params: { path: { run_id }, query }, ...callOf(options) }),
      ),
    cassette: (id, options) => download(connection, `/v1/runs/${encodeURIComponent(id)}/cassette`, options),
    async retryWebhook(run_id, webhookUrl, options) {
      await api.POST('/v1/runs/{run_id}/retry_webhook', {
        params: { path: { run_id } },
        body: webhookUrl === undefined ? {} : { webhook_url: webhookUrl },
        ...callOf(options),
      });
    },
  };
}
