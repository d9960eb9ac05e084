import { defineBlock, type Store, Type } from '@runwright/contract';
import { createEngine, type Engine, type EngineOptions, memoryStore } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { httpAdapter, serverOptions } from './index.ts';

/** A response as tests look at it. */
export interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined when there is no body. */
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Calls the API for one organization. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** A block that tasks have, without an agent. */
export const agentTask = defineBlock({
  type: 'task',
  config: Type.Object({}),
  output: Type.Object({ extracted_information: Type.String() }),
  run: async () => ({ extracted_information: 'by the agent' }),
});

/** A service with two organizations, of which neither may see anything of the other. */
export interface Service {
  readonly engine: Engine;
  readonly store: Store;
  readonly app: FastifyInstance;
  readonly organizationId: string;
  readonly key: string;
  readonly call: Call;
  /** The same for the other organization. */
  readonly rivalCall: Call;
  close(): Promise<void>;
}

/** Opens a service on a memory store. The engine is not started. */
export async function openService(options: EngineOptions = {}): Promise<Service> {
  const store = options.drivers?.store ?? memoryStore();
  const engine = await createEngine({ ...options, drivers: { ...options.drivers, store } });
  const { organizationId } = await engine.organizations.first();
  const rivalId = 'o_9000000000000000009';
  await store.organizations.put({
    organizationId: rivalId,
    name: 'rival',
    createdAt: 1,
    modifiedAt: 1,
    retentionDays: null,
    deletedAt: null,
  });
  const app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3' });
  await app.ready();
  const callWith =
    (key: string): Call =>
    async (method, path, body, more) => {
      const answer = await app.inject({
        method,
        url: path,
        headers: {
          ...more,
          'x-api-key': key,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const { statusCode: status, headers, body: text } = answer;
      return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
    };
  const { text: key } = await engine.keys.create(organizationId, {
    name: 'test',
    scopes: ['read', 'run', 'admin'],
  });
  const rivalKey = await engine.keys.create(rivalId, { name: 'rival' });
  return {
    engine,
    store,
    app,
    organizationId,
    key,
    call: callWith(key),
    rivalCall: callWith(rivalKey.text),
    async close() {
      await app.close();
      await engine.close();
    },
  };
}
