import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyInstance } from 'fastify';

const HealthBody = Type.Object({
  status: Type.Enum(['ok', 'draining', 'unavailable']),
  store: Type.Enum(['ok', 'unavailable']),
  queue: Type.Enum(['ok', 'unavailable']),
  workers: Type.Integer(),
});
const VersionBody = Type.Object({ name: Type.String(), version: Type.String(), api: Type.String() });

/** Registers the routes of health and version, which require no key. */
export function serviceRoutes(app: FastifyInstance, engine: Engine, version: string): void {
  const config = { auth: 'none' } as const;
  app.get(
    '/health',
    {
      config,
      schema: { tags: ['service'], summary: 'Health', response: { 200: HealthBody, 503: HealthBody } },
    },
    async (_request, reply) => {
      const health = await engine.health();
      return reply.code(health.status === 'ok' ? 200 : 503).send(health);
    },
  );
  app.get(
    '/v1/version',
    { config, schema: { tags: ['service'], summary: 'Version', response: { 200: VersionBody } } },
    async () => ({ name: 'runwright', version, api: 'v1' }),
  );
}
