import { RunwrightError, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { OrganizationRecord, toOrganizationRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';
import { apiKeyRoutes } from './api-keys.ts';

const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
const OrganizationPath = Type.Object({ organization_id: Type.String() });
const Name = Type.String({ minLength: 1, maxLength: 255 });
const Body = Type.Object({ name: Name });
const Change = Type.Object({
  name: Type.Optional(Name),
  retention_days: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Null()], {
      description: 'Days that its runs are kept after their end; null: as long as the service says.',
    }),
  ),
});

interface Path {
  readonly Params: { readonly organization_id: string };
}
interface Named {
  readonly Body: { readonly name: string };
}
interface Changed {
  readonly Body: { readonly name?: string; readonly retention_days?: number | null };
}

/** Registers the route of the caller's own organization. */
export function organizationRoute(app: FastifyInstance, engine: Engine): void {
  app.get(
    '/v1/organization',
    {
      schema: {
        tags: ['organizations'],
        operationId: 'getOwnOrganization',
        summary: 'Get the organization of the caller',
        response: { 200: OrganizationRecord, 403: errorResponses[403] },
      },
    },
    async (request) =>
      toOrganizationRecord(await engine.organizations.get(callerFor(request).organizationId)),
  );
}

/**
 * Registers the routes that manage all organizations and their keys, for callers of the host's own organization with the scope
 * `admin`.
 */
export function organizationRoutes(
  app: FastifyInstance,
  engine: Engine,
  { hostOrganizationId }: { readonly hostOrganizationId: string },
): void {
  const tags = ['organizations'];
  const config = { scope: 'admin' } as const;

  function assertHost(request: FastifyRequest): void {
    if (callerFor(request).organizationId === hostOrganizationId) return;
    throw new RunwrightError(
      'forbidden',
      'Organizations are managed by the first organization of the service. Use one of its API keys with the scope `admin`.',
    );
  }

  app.register(async (host) => {
    host.addHook('onRequest', async (request) => assertHost(request));

    host.get<{ Querystring: { readonly page?: number; readonly page_size?: number } }>(
      '/v1/organizations',
      {
        config,
        schema: {
          tags,
          operationId: 'listOrganizations',
          summary: 'List the organizations, newest first',
          querystring: ListQuery,
          response: { 200: Type.Array(OrganizationRecord), 403: ErrorBody, 422: errorResponses[422] },
        },
      },
      async (request, reply) => {
        const { page = 1, page_size: pageSize } = request.query;
        const query = { page, ...(pageSize === undefined ? {} : { pageSize }) };
        const found = await engine.organizations.list(query);
        if (found.next !== null) sendNextPageLink(request, reply, page);
        return found.items.map(toOrganizationRecord);
      },
    );

    host.post<Named>(
      '/v1/organizations',
      {
        config,
        schema: {
          tags,
          operationId: 'createOrganization',
          summary: 'Create an organization; create its first API key next',
          body: Body,
          response: { 201: OrganizationRecord, 403: ErrorBody, 422: errorResponses[422] },
        },
      },
      async (request, reply) => {
        const organization = await engine.organizations.create({ name: request.body.name });
        return reply.code(201).send(toOrganizationRecord(organization));
      },
    );

    host.get<Path>(
      '/v1/organizations/:organization_id',
      {
        config,
        schema: {
          tags,
          operationId: 'getOrganization',
          summary: 'Get an organization',
          params: OrganizationPath,
          response: { 200: OrganizationRecord, ...errorResponses },
        },
      },
      async (request) => toOrganizationRecord(await engine.organizations.get(request.params.organization_id)),
    );

    host.patch<Path & Changed>(
      '/v1/organizations/:organization_id',
      {
        config,
        schema: {
          tags,
          operationId: 'updateOrganization',
          summary: 'Rename an organization, or set how long its runs are kept',
          params: OrganizationPath,
          body: Change,
          response: { 200: OrganizationRecord, ...errorResponses },
        },
      },
      async (request) => {
        const { organization_id: id } = request.params;
        const { name, retention_days: days } = request.body;
        if (name !== undefined) await engine.organizations.rename(id, name);
        if (days !== undefined) await engine.organizations.retain(id, days);
        return toOrganizationRecord(await engine.organizations.get(id));
      },
    );

    host.delete<Path>(
      '/v1/organizations/:organization_id',
      {
        config,
        schema: {
          tags,
          operationId: 'deleteOrganization',
          summary: 'Delete an organization: cancel its runs, erase its credentials, refuse its keys',
          params: OrganizationPath,
          response: { 204: Type.Null(), ...errorResponses, 409: ErrorBody },
        },
      },
      async (request, reply) => {
        await engine.organizations.delete(request.params.organization_id);
        return reply.code(204).send();
      },
    );

    apiKeyRoutes(host, engine, {
      owner: 'Organization',
      base: '/v1/organizations/:organization_id/api_keys',
      params: OrganizationPath.properties,
      organizationOf: async (request) => {
        const { organization_id: id } = request.params as Path['Params'];
        return (await engine.organizations.get(id)).organizationId;
      },
    });
  });
}
