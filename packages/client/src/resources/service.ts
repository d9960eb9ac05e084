import type {
  BlockType,
  Health,
  Models,
  Readiness,
  ServiceVersion,
  WorkflowFileSchema,
} from '../api-types.ts';
import { bodyOf, type CallOptions, type Connection, callOf } from '../connection.ts';

/** Calls about the service itself. */
export interface Service {
  /** Names and labels of the models that requests may name. */
  models(options?: CallOptions): Promise<Models>;
  /** Block types that definitions may use, those of the host among them, with their JSON Schemas. */
  blockTypes(options?: CallOptions): Promise<readonly BlockType[]>;
  /** JSON Schema of a whole workflow file. */
  workflowSchema(options?: CallOptions): Promise<WorkflowFileSchema>;
  /** Needs no key. Throws `ApiError` with status 503 while the service is unavailable. */
  health(options?: CallOptions): Promise<Health>;
  /** Needs no key. Throws `ApiError` with status 503 while requests should go elsewhere. */
  ready(options?: CallOptions): Promise<Readiness>;
  /** Needs no key. */
  version(options?: CallOptions): Promise<ServiceVersion>;
  /** The OpenAPI document. */
  openapi(options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
}

/** Creates the calls about the service itself. */
export function service(connection: Connection): Service {
  const { api } = connection;
  return {
    models: (options) => bodyOf(api.GET('/v1/models', callOf(options))),
    blockTypes: (options) => bodyOf(api.GET('/v1/block_types', callOf(options))),
    workflowSchema: (options) => bodyOf(api.GET('/v1/workflow_schema', callOf(options))),
    health: (options) => bodyOf(api.GET('/health', callOf(options))),
    ready: (options) => bodyOf(api.GET('/ready', callOf(options))),
    version: (options) => bodyOf(api.GET('/v1/version', callOf(options))),
    async openapi(options) {
      const response = await connection.get('/openapi.json', options);
      return (await response.json()) as Readonly<Record<string, unknown>>;
    },
  };
}
