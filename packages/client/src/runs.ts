import type {
  Artifact,
  ArtifactQuery,
  DownloadRequest,
  ListedRun,
  LoginRequest,
  RunQuery,
  RunRecord,
  TaskRequest,
  TimelineItem,
  WorkflowRunRequest,
} from './api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from './connection.ts';
import { type RunHandle, runHandle } from './run-handle.ts';

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
  timeline(runId: string, options?: CallOptions): Promise<readonly TimelineItem[]>;
  artifacts(runId: string, query?: ArtifactQuery, options?: CallOptions): Promise<readonly Artifact[]>;
  /** Sends the webhook of a finished run again, to another address if one is given. */
  retryWebhook(runId: string, webhookUrl?: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about runs. */
export function runs(connection: Connection): Runs {
  const { api } = connection;
  const of = (run: RunRecord): RunHandle => runHandle(connection, run.run_id, run);
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
    list: (query = {}, options) => bodyOf(api.GET('/v1/runs', { params: { query }, ...callOf(options) })),
    timeline: (run_id, options) =>
      bodyOf(api.GET('/v1/runs/{run_id}/timeline', { params: { path: { run_id } }, ...callOf(options) })),
    artifacts: (run_id, query = {}, options) =>
      bodyOf(
        api.GET('/v1/runs/{run_id}/artifacts', { params: { path: { run_id }, query }, ...callOf(options) }),
      ),
    async retryWebhook(run_id, webhookUrl, options) {
      await api.POST('/v1/runs/{run_id}/retry_webhook', {
        params: { path: { run_id } },
        body: webhookUrl === undefined ? {} : { webhook_url: webhookUrl },
        ...callOf(options),
      });
    },
  };
}
