import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyInstance } from 'fastify';

const HealthBody = Type.Object({
  status: Type.Enum(['ok', 'draining', 'unavailable']),
  store: Type.Enum(['ok', 'unavailable']),
  queue: Type.Enum(['ok', 'unavailable']),
  master_key: Type.Enum(['ok', 'wrong', 'unknown'], {
    description:
      '`wrong`: this process has another master key than the store. `unknown`: the store cannot be read.',
  }),
  workers: Type.Integer(),
});
const ReadyBody = Type.Object({ status: Type.Enum(['ready', 'draining', 'unavailable']) });
const VersionBody = Type.Object({
  name: Type.String(),
  version: Type.String(),
  api: Type.String(),
  demo: Type.Optional(
    Type.Object(
      {
        site_url: Type.String({ description: 'Address of the demo site, on the machine of the service.' }),
        scripted_model: Type.Boolean({
          description: 'A script answers in place of a model. It knows the demo site alone.',
        }),
        site_user: Type.String({ description: 'User name of the one account of the demo site.' }),
        site_password: Type.String({ description: 'Its password, which protects nothing.' }),
      },
      { description: 'Only of a service that was started with `--demo`.' },
    ),
  ),
});

/** What a service for trying out shows. */
export interface DemoOptions {
  /** Address of the demo site. */
  readonly siteUrl: string;
  /** Whether a script answers in place of a model. It knows the demo site alone. */
  readonly hasScriptedModel: boolean;
  /** The account of the demo site. It protects nothing: the service tells it to everybody. */
  readonly account: { readonly username: string; readonly password: string };
}

/** What a service tells about itself. */
export interface ServiceAbout {
  readonly version: string;
  readonly demo: DemoOptions | null;
}

/** Registers the routes of health, readiness and version, which require no key. */
export function serviceRoutes(app: FastifyInstance, engine: Engine, { version, demo }: ServiceAbout): void {
  const config = { auth: 'none' } as const;
  app.get(
    '/health',
    {
      config,
      schema: {
        tags: ['service'],
        operationId: 'getHealth',
        summary: 'Health: whether the process does its work, also while it drains',
        response: { 200: HealthBody, 503: HealthBody },
      },
    },
    async (_request, reply) => {
      const { masterKey, ...health } = await engine.health();
      return reply
        .code(health.status === 'unavailable' ? 503 : 200)
        .send({ ...health, master_key: masterKey });
    },
  );
  app.get(
    '/ready',
    {
      config,
      schema: {
        tags: ['service'],
        operationId: 'getReadiness',
        summary: 'Readiness: whether requests should be sent to this process',
        response: { 200: ReadyBody, 503: ReadyBody },
      },
    },
    async (_request, reply) => {
      const { status } = await engine.health();
      return reply.code(status === 'ok' ? 200 : 503).send({ status: status === 'ok' ? 'ready' : status });
    },
  );
  app.get(
    '/v1/version',
    {
      config,
      schema: {
        tags: ['service'],
        operationId: 'getVersion',
        summary: 'Version',
        response: { 200: VersionBody },
      },
    },
    async () => ({
      ...{ name: 'runwright', version, api: 'v1' },
      ...(demo ? { demo: demoRecord(demo) } : {}),
    }),
  );
}

function demoRecord({ siteUrl, hasScriptedModel, account }: DemoOptions) {
  return {
    site_url: siteUrl,
    scripted_model: hasScriptedModel,
    site_user: account.username,
    site_password: account.password,
  };
}
