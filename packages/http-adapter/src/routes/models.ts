import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyInstance } from 'fastify';
import { errorResponses } from '../schemas/error-responses.ts';

const ModelsBody = Type.Object(
  {
    models: Type.Record(Type.String(), Type.String(), { description: 'Name to label.' }),
    default: Type.Union([Type.String(), Type.Null()], {
      description: 'The model of requests that name none; null when the service has no model.',
    }),
  },
  { title: 'Models' },
);

/** Registers the routes of the models that requests may name, one below `/v1` and its twin below `/api/v1`. */
export function modelRoutes(app: FastifyInstance, engine: Engine): void {
  for (const [prefix, operationId] of [
    ['/v1', 'listModels'],
    ['/api/v1', 'listApiModels'],
  ] as const) {
    app.get(
      `${prefix}/models`,
      {
        schema: {
          tags: ['service'],
          operationId,
          summary: 'List the models that requests may name',
          response: { 200: ModelsBody, 403: errorResponses[403] },
        },
      },
      async () => ({ models: engine.models.labels, default: engine.models.defaultName }),
    );
  }
}
