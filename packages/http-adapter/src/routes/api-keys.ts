import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { ApiKeyRecord, NewApiKeyRecord, toApiKeyRecord, toNewApiKeyRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { ApiKeyBody, RotateBody, readApiKeyBody } from '../schemas/api-key-request.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

interface KeyPath {
  readonly Params: { readonly organization_id?: string; readonly api_key_id: string };
}

/** Where keys are managed: the base of the paths, the parameters in it, and the organization of a request. */
export interface ApiKeyRoutes {
  readonly base: string;
  readonly params: Readonly<Record<string, Type.TSchema>>;
  /** Whose keys they are, in the names of the operations. */
  readonly owner: '' | 'Organization';
  readonly organizationOf: (request: FastifyRequest) => Promise<string>;
}

/** Keys of the caller's own organization. */
const ownKeys: ApiKeyRoutes = {
  base: '/v1/api_keys',
  params: {},
  owner: '',
  organizationOf: async (request) => callerFor(request).organizationId,
};

/** Registers the routes of API keys. A revoked key is rejected from the next request on. */
export function apiKeyRoutes(
  app: FastifyInstance,
  engine: Engine,
  { base, params, owner, organizationOf }: ApiKeyRoutes = ownKeys,
): void {
  const tags = ['api keys'];
  const config = { scope: 'admin' } as const;
  const KeyPath = Type.Object({ ...params, api_key_id: Type.String() });
  const Path = Type.Object(params);
  const { 404: notFound, ...refusals } = errorResponses;
  const errors = 'organization_id' in params ? { ...refusals, 404: notFound } : refusals;

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        operationId: `list${owner}ApiKeys`,
        summary: 'List the API keys, revoked ones too, oldest first',
        params: Path,
        response: { 200: Type.Array(ApiKeyRecord), ...errors },
      },
    },
    async (request) => (await engine.keys.list(await organizationOf(request))).map(toApiKeyRecord),
  );

  app.post<{ Body: ApiKeyBody }>(
    base,
    {
      config,
      schema: {
        tags,
        operationId: `create${owner}ApiKey`,
        summary: 'Create an API key; its text is shown this once',
        params: Path,
        body: ApiKeyBody,
        response: { 201: NewApiKeyRecord, ...errors },
      },
    },
    async (request, reply) => {
      const { key, text } = await engine.keys.create(
        await organizationOf(request),
        readApiKeyBody(request.body),
      );
      return reply.code(201).send(toNewApiKeyRecord(key, text));
    },
  );

  app.post<KeyPath & { Body: RotateBody }>(
    `${base}/:api_key_id/rotate`,
    {
      config,
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: {
        tags,
        operationId: `rotate${owner}ApiKey`,
        summary: 'Replace an API key by a new one with the same name and scopes; its text is shown this once',
        params: KeyPath,
        body: RotateBody,
        response: { 201: NewApiKeyRecord, ...errorResponses, 409: ErrorBody },
      },
    },
    async (request, reply) => {
      const overlapMs = (request.body.overlap_seconds ?? 0) * 1000;
      const { key, text } = await engine.keys.rotate(
        await organizationOf(request),
        request.params.api_key_id,
        { overlapMs },
      );
      return reply.code(201).send(toNewApiKeyRecord(key, text));
    },
  );

  app.delete<KeyPath>(
    `${base}/:api_key_id`,
    {
      config,
      schema: {
        tags,
        operationId: `revoke${owner}ApiKey`,
        summary: 'Revoke an API key, but not the last one',
        params: KeyPath,
        response: { 204: Type.Null(), ...errorResponses, 409: ErrorBody },
      },
    },
    async (request, reply) => {
      await engine.keys.revoke(await organizationOf(request), request.params.api_key_id);
      return reply.code(204).send();
    },
  );
}
