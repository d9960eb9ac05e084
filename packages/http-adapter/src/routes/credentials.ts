import { CredentialInput, CredentialType, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { CredentialRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

const CredentialPath = Type.Object({ credential_id: Type.String() });
const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  credential_type: Type.Optional(CredentialType),
  search: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name.' })),
});
/** Schema of any object: the engine validates the body by the type of the credential. */
const Body = Type.Object({}, { additionalProperties: true });

interface Path {
  readonly Params: { readonly credential_id: string };
}
interface List {
  readonly page?: number;
  readonly page_size?: number;
  readonly credential_type?: CredentialType;
  readonly search?: string;
}

/** Registers the routes of credentials. No response contains a secret. */
export function credentialRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['credentials'];
  const config = { documentedBody: CredentialInput };

  app.post<{ Body: object }>(
    '/v1/credentials',
    {
      config,
      schema: {
        tags,
        operationId: 'createCredential',
        summary: 'Create a credential',
        body: Body,
        response: { 201: CredentialRecord, 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const credential = await engine.credentials.create(callerFor(request).organizationId, request.body);
      return reply.code(201).send(credential);
    },
  );

  app.get<{ Querystring: List }>(
    '/v1/credentials',
    {
      schema: {
        tags,
        operationId: 'listCredentials',
        summary: 'List credentials, newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(CredentialRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize, credential_type: type, search } = request.query;
      const found = await engine.credentials.list(callerFor(request).organizationId, {
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
        ...(type === undefined ? {} : { type }),
        ...(search === undefined ? {} : { search }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
      return found.items;
    },
  );

  app.get<Path>(
    '/v1/credentials/:credential_id',
    {
      schema: {
        tags,
        operationId: 'getCredential',
        summary: 'Get a credential',
        params: CredentialPath,
        response: { 200: CredentialRecord, ...errorResponses },
      },
    },
    async (request) =>
      engine.credentials.get(callerFor(request).organizationId, request.params.credential_id),
  );

  app.post<Path & { Body: object }>(
    '/v1/credentials/:credential_id/update',
    {
      config,
      schema: {
        tags,
        operationId: 'updateCredential',
        summary: 'Replace a credential whole, under the same id',
        params: CredentialPath,
        body: Body,
        response: { 200: CredentialRecord, ...errorResponses, 409: ErrorBody },
      },
    },
    async (request) =>
      engine.credentials.update(
        callerFor(request).organizationId,
        request.params.credential_id,
        request.body,
      ),
  );

  for (const [method, url, operationId] of [
    ['DELETE', '/v1/credentials/:credential_id', 'deleteCredential'],
    ['POST', '/v1/credentials/:credential_id/delete', 'deleteCredentialByPost'],
  ] as const) {
    app.route<Path>({
      method,
      url,
      schema: {
        tags,
        operationId,
        summary: 'Erase a credential; its id stays dead',
        params: CredentialPath,
        response: { 204: Type.Null(), ...errorResponses },
      },
      handler: async (request, reply) => {
        await engine.credentials.delete(callerFor(request).organizationId, request.params.credential_id);
        return reply.code(204).send();
      },
    });
  }
}
