import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { ApiKeyRecord, NewApiKeyRecord, toApiKeyRecord, toNewApiKeyRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { errorResponses } from '../schemas/error-responses.ts';

const KeyPath = Type.Object({ api_key_id: Type.String() });
const Body = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'What the key is for.' }),
});

/** Registers the routes of API keys. A revoked key is rejected from the next request on. */
export function apiKeyRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['api keys'];

  app.get(
    '/v1/api_keys',
    {
      schema: {
        tags,
        summary: 'List the API keys, revoked ones too, oldest first',
        response: { 200: Type.Array(ApiKeyRecord), 403: errorResponses[403] },
      },
    },
    async (request) => {
      const keys = await engine.keys.list(callerFor(request).organizationId);
      return keys.map(toApiKeyRecord);
    },
  );

  app.post<{ Body: { readonly name: string } }>(
    '/v1/api_keys',
    {
      schema: {
        tags,
        summary: 'Create an API key; its text is shown this once',
        body: Body,
        response: { 201: NewApiKeyRecord, 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerFor(request);
      const { key, text } = await engine.keys.create(organizationId, { name: request.body.name });
      return reply.code(201).send(toNewApiKeyRecord(key, text));
    },
  );

  app.delete<{ Params: { readonly api_key_id: string } }>(
    '/v1/api_keys/:api_key_id',
    {
      schema: {
        tags,
        summary: 'Revoke an API key, but not the last one',
        params: KeyPath,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await engine.keys.revoke(callerFor(request).organizationId, request.params.api_key_id);
      return reply.code(204).send();
    },
  );
}
