import type { DeployedScript, DeployRequest, PageQuery, ScriptRequest, ScriptRevision } from './api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from './connection.ts';

/** Calls about scripts. */
export interface Scripts {
  create(request: ScriptRequest, options?: CreateOptions): Promise<DeployedScript>;
  /** Deploys files as a new version. */
  deploy(scriptId: string, request: DeployRequest, options?: CreateOptions): Promise<DeployedScript>;
  get(scriptId: string, options?: CallOptions): Promise<ScriptRevision>;
  list(query?: PageQuery, options?: CallOptions): Promise<readonly ScriptRevision[]>;
}

/** Creates the calls about scripts. */
export function scripts({ api }: Connection): Scripts {
  const of = (script_id: string) => ({ path: { script_id } });
  return {
    create: (body, options) => bodyOf(api.POST('/v1/scripts', { body, ...createOf(options) })),
    deploy: (id, body, options) =>
      bodyOf(api.POST('/v1/scripts/{script_id}/deploy', { params: of(id), body, ...createOf(options) })),
    get: (id, options) => bodyOf(api.GET('/v1/scripts/{script_id}', { params: of(id), ...callOf(options) })),
    list: (query = {}, options) => bodyOf(api.GET('/v1/scripts', { params: { query }, ...callOf(options) })),
  };
}
