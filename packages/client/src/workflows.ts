import type { Workflow, WorkflowQuery, WorkflowRequest } from './api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from './connection.ts';

/** Calls about workflows; ids are permanent ones (`wpid_`). */
export interface Workflows {
  create(request: WorkflowRequest, options?: CreateOptions): Promise<Workflow>;
  update(workflowId: string, request: WorkflowRequest, options?: CallOptions): Promise<Workflow>;
  get(workflowId: string, options?: CallOptions): Promise<Workflow>;
  list(query?: WorkflowQuery, options?: CallOptions): Promise<readonly Workflow[]>;
  delete(workflowId: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about workflows. */
export function workflows({ api }: Connection): Workflows {
  const of = (workflow_id: string) => ({ path: { workflow_id } });
  return {
    create: (body, options) => bodyOf(api.POST('/v1/workflows', { body, ...createOf(options) })),
    update: (id, body, options) =>
      bodyOf(api.POST('/v1/workflows/{workflow_id}', { params: of(id), body, ...callOf(options) })),
    get: (id, options) =>
      bodyOf(api.GET('/v1/workflows/{workflow_id}', { params: of(id), ...callOf(options) })),
    list: (query = {}, options) =>
      bodyOf(api.GET('/v1/workflows', { params: { query }, ...callOf(options) })),
    async delete(id, options) {
      await api.POST('/v1/workflows/{workflow_id}/delete', { params: of(id), ...callOf(options) });
    },
  };
}
