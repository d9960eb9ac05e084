import type {
  ListedRun,
  PageQuery,
  Workflow,
  WorkflowImport,
  WorkflowQuery,
  WorkflowRequest,
  WorkflowRunsQuery,
  WorkflowValidation,
} from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';
import { type ListPage, pageOf } from '../list-page.ts';
import type { VersionOptions } from './scripts.ts';

/** Calls about workflows; ids are permanent ones (`wpid_`). */
export interface Workflows {
  create(request: WorkflowRequest, options?: CreateOptions): Promise<Workflow>;
  update(workflowId: string, request: WorkflowRequest, options?: CallOptions): Promise<Workflow>;
  /** The latest version, or `version`. */
  get(workflowId: string, options?: VersionOptions): Promise<Workflow>;
  list(query?: WorkflowQuery, options?: CallOptions): Promise<readonly Workflow[]>;
  listPage(query?: WorkflowQuery, options?: CallOptions): Promise<ListPage<Workflow>>;
  /** Versions of a workflow, the highest first. */
  versions(workflowId: string, query?: PageQuery, options?: CallOptions): Promise<readonly Workflow[]>;
  versionsPage(workflowId: string, query?: PageQuery, options?: CallOptions): Promise<ListPage<Workflow>>;
  /** Runs of a workflow, the newest first. */
  runs(workflowId: string, query?: WorkflowRunsQuery, options?: CallOptions): Promise<readonly ListedRun[]>;
  runsPage(
    workflowId: string,
    query?: WorkflowRunsQuery,
    options?: CallOptions,
  ): Promise<ListPage<ListedRun>>;
  /** Checks a definition; nothing is stored. Problems of a text have line and column. */
  validate(request: WorkflowRequest, options?: CallOptions): Promise<WorkflowValidation>;
  /** Imports a YAML or JSON text, which is checked in the background: read the workflow until its status is `published` or `import_failed`. */
  import(request: WorkflowImport, options?: CreateOptions): Promise<Workflow>;
  /** Puts a workflow into a folder or, with null, into none. */
  move(workflowId: string, folderId: string | null, options?: CallOptions): Promise<Workflow>;
  delete(workflowId: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about workflows. */
export function workflows({ api }: Connection): Workflows {
  const of = (workflow_id: string) => ({ path: { workflow_id } });
  const list = (query: WorkflowQuery, options?: CallOptions) =>
    api.GET('/v1/workflows', { params: { query }, ...callOf(options) });
  const versions = (id: string, query: PageQuery, options?: CallOptions) =>
    api.GET('/v1/workflows/{workflow_id}/versions', { params: { ...of(id), query }, ...callOf(options) });
  const runs = (id: string, query: WorkflowRunsQuery, options?: CallOptions) =>
    api.GET('/v1/workflows/{workflow_id}/runs', { params: { ...of(id), query }, ...callOf(options) });
  return {
    create: (body, options) => bodyOf(api.POST('/v1/workflows', { body, ...createOf(options) })),
    update: (id, body, options) =>
      bodyOf(api.POST('/v1/workflows/{workflow_id}', { params: of(id), body, ...callOf(options) })),
    get: (id, { version, ...options } = {}) =>
      bodyOf(
        api.GET('/v1/workflows/{workflow_id}', {
          params: { ...of(id), query: version === undefined ? {} : { version } },
          ...callOf(options),
        }),
      ),
    list: (query = {}, options) => bodyOf(list(query, options)),
    listPage: (query = {}, options) => pageOf(list(query, options), query),
    versions: (id, query = {}, options) => bodyOf(versions(id, query, options)),
    versionsPage: (id, query = {}, options) => pageOf(versions(id, query, options), query),
    runs: (id, query = {}, options) => bodyOf(runs(id, query, options)),
    runsPage: (id, query = {}, options) => pageOf(runs(id, query, options), query),
    validate: (body, options) => bodyOf(api.POST('/v1/workflows/validate', { body, ...callOf(options) })),
    import: (body, options) => bodyOf(api.POST('/v1/workflows/import', { body, ...createOf(options) })),
    move: (id, folder_id, options) =>
      bodyOf(
        api.PUT('/v1/workflows/{workflow_id}/folder', {
          params: of(id),
          body: { folder_id },
          ...callOf(options),
        }),
      ),
    async delete(id, options) {
      await api.POST('/v1/workflows/{workflow_id}/delete', { params: of(id), ...callOf(options) });
    },
  };
}
