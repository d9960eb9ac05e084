import { type TSchema, Type } from '@runwright/contract';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { RequestProblems } from './error-response.ts';
import { belowPrefix } from './request-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Path, below the prefix of the adapter, of the route that this one is an alias of. Both are the same request, for limits and for idempotency. */
    readonly aliasOf?: string;
  }
}

/**
 * Adds to each route below `/v1/workflows`, and to `/v1/run/workflows`, one below `/v1/agents` that does the same: clients of
 * newer versions of the API call workflows agents. Bodies may name `agent_id` instead of `workflow_id`, and workflows have
 * an `agent_id`. Call it before the routes are registered.
 */
export function addAgentRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const target = belowPrefix(route.url, app.prefix);
    const url = agentUrl(target);
    // Fastify adds HEAD routes by itself, to both.
    if (url === null || route.method === 'HEAD') return;
    const { prefix: _, routePath: __, path: ___, ...options } = route;
    app.route({
      ...options,
      url,
      config: { ...route.config, ...documentedBody(route), aliasOf: target },
      schema: aliasSchema(route, target),
      preValidation: [acceptAgentId, ...listOf(route.preValidation)],
      preSerialization: [addAgentId, ...listOf(route.preSerialization)],
    });
  });
}

function agentUrl(url: string): string | null {
  const alias = url.replace(/^\/v1\/(run\/)?workflows(?=\/|$)/, '/v1/$1agents');
  return alias === url ? null : alias;
}

function listOf<T>(hooks: T | readonly T[] | undefined): readonly T[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks as T];
}

function aliasSchema({ schema = {} }: RouteOptions, target: string) {
  const { operationId } = schema as { readonly operationId?: string };
  return {
    ...schema,
    ...(operationId === undefined ? {} : { operationId: operationId.replace('Workflow', 'Agent') }),
    summary: `${schema.summary ?? ''} (alias)`.trim(),
    description: `Alias of \`${target}\`, where an agent is a workflow.`,
    'x-alias-of': target,
  };
}

/** A body that requires `workflow_id` takes `agent_id` as well, so that neither is required by itself. */
function documentedBody({ schema, config }: RouteOptions): { readonly documentedBody?: TSchema } {
  const body = (config?.documentedBody ?? schema?.body) as
    | { readonly properties?: Readonly<Record<string, TSchema>>; readonly required?: readonly string[] }
    | undefined;
  if (!body?.properties?.workflow_id) return {};
  const required = (body.required ?? []).filter((name) => name !== 'workflow_id');
  const agentId = Type.String({ description: 'The same as `workflow_id`, of which one is enough.' });
  return {
    documentedBody: { ...body, properties: { agent_id: agentId, ...body.properties }, required } as TSchema,
  };
}

async function acceptAgentId(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (typeof body !== 'object' || body === null || !('agent_id' in body)) return;
  const { agent_id: agentId, ...rest } = body as Readonly<Record<string, unknown>>;
  if (agentId === undefined || agentId === null) return;
  const { workflow_id: workflowId = null } = rest;
  if (typeof agentId !== 'string') {
    const problem = { path: ['agent_id'], message: 'Input should be a valid string', type: 'string_type' };
    throw new RequestProblems('body', [problem]);
  }
  if (workflowId !== null && workflowId !== agentId) {
    const message = 'Value error, it differs from workflow_id; give one of them';
    throw new RequestProblems('body', [{ path: ['agent_id'], message, type: 'value_error' }]);
  }
  request.body = { ...rest, workflow_id: agentId };
}

async function addAgentId(_request: unknown, _reply: unknown, payload: unknown): Promise<unknown> {
  return Array.isArray(payload) ? payload.map(withAgentId) : withAgentId(payload);
}

function withAgentId(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !('workflow_definition' in record)) return record;
  const { workflow_permanent_id: agentId } = record as { readonly workflow_permanent_id?: unknown };
  return { ...record, agent_id: agentId };
}
