import type {
  DeployedScript,
  DeployRequest,
  PageQuery,
  ScriptFile,
  ScriptQuery,
  ScriptRequest,
  ScriptRevision,
  ScriptVersion,
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

/** Options of a call that reads one version of a script. */
export interface VersionOptions extends CallOptions {
  /** Default: the latest. */
  readonly version?: number;
}

/** Calls about scripts. */
export interface Scripts {
  create(request: ScriptRequest, options?: CreateOptions): Promise<DeployedScript>;
  /** Deploys files as a new version. */
  deploy(scriptId: string, request: DeployRequest, options?: CreateOptions): Promise<DeployedScript>;
  /** The latest version, or `version`. */
  get(scriptId: string, options?: VersionOptions): Promise<ScriptRevision>;
  list(query?: ScriptQuery, options?: CallOptions): Promise<readonly ScriptRevision[]>;
  listPage(query?: ScriptQuery, options?: CallOptions): Promise<ListPage<ScriptRevision>>;
  /** Versions with what has made each, the highest first; `origin` is `healed` where a run has repaired it. */
  versions(scriptId: string, query?: PageQuery, options?: CallOptions): Promise<readonly ScriptVersion[]>;
  versionsPage(scriptId: string, query?: PageQuery, options?: CallOptions): Promise<ListPage<ScriptVersion>>;
  /** Files of the latest version, or of `version`; their contents are in base64. */
  files(scriptId: string, options?: VersionOptions): Promise<readonly ScriptFile[]>;
}

/** Creates the calls about scripts. */
export function scripts({ api }: Connection): Scripts {
  const of = (script_id: string) => ({ path: { script_id } });
  const versionOf = (id: string, { version }: VersionOptions = {}) => ({
    ...of(id),
    query: version === undefined ? {} : { version },
  });
  const list = (query: ScriptQuery, options?: CallOptions) =>
    api.GET('/v1/scripts', { params: { query }, ...callOf(options) });
  const versions = (id: string, query: PageQuery, options?: CallOptions) =>
    api.GET('/v1/scripts/{script_id}/versions', { params: { ...of(id), query }, ...callOf(options) });
  return {
    create: (body, options) => bodyOf(api.POST('/v1/scripts', { body, ...createOf(options) })),
    deploy: (id, body, options) =>
      bodyOf(api.POST('/v1/scripts/{script_id}/deploy', { params: of(id), body, ...createOf(options) })),
    get: (id, options) =>
      bodyOf(api.GET('/v1/scripts/{script_id}', { params: versionOf(id, options), ...callOf(options) })),
    list: (query = {}, options) => bodyOf(list(query, options)),
    listPage: (query = {}, options) => pageOf(list(query, options), query),
    versions: (id, query = {}, options) => bodyOf(versions(id, query, options)),
    versionsPage: (id, query = {}, options) => pageOf(versions(id, query, options), query),
    files: (id, options) =>
      bodyOf(
        api.GET('/v1/scripts/{script_id}/files', { params: versionOf(id, options), ...callOf(options) }),
      ),
  };
}
