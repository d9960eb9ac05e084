import { BrowserProfileChange, BrowserProfileRequest, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { BrowserProfileRecord, toBrowserProfileRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

const ProfilePath = Type.Object({ browser_profile_id: Type.String() });
const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  include_deleted: Type.Optional(Type.Boolean({ default: false })),
});

interface Path {
  readonly Params: { readonly browser_profile_id: string };
}
interface List {
  readonly page?: number;
  readonly page_size?: number;
  readonly include_deleted?: boolean;
}

/** Registers the routes of browser profiles. No response contains a cookie. */
export function browserProfileRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['browser profiles'];
  const profiles = engine.browserProfiles;

  app.post<{ Body: BrowserProfileRequest }>(
    '/v1/browser_profiles',
    {
      schema: {
        tags,
        operationId: 'createBrowserProfile',
        summary: 'Create a browser profile: empty, or from a session or run that has ended',
        body: BrowserProfileRequest,
        response: { 200: BrowserProfileRecord, ...errorResponses, 400: ErrorBody, 409: ErrorBody },
      },
    },
    async (request) =>
      toBrowserProfileRecord(await profiles.create(callerFor(request).organizationId, request.body)),
  );

  app.get<{ Querystring: List }>(
    '/v1/browser_profiles',
    {
      schema: {
        tags,
        operationId: 'listBrowserProfiles',
        summary: 'List browser profiles, newest first',
        querystring: ListQuery,
        response: {
          200: Type.Array(BrowserProfileRecord),
          403: errorResponses[403],
          422: errorResponses[422],
        },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize, include_deleted: includeDeleted } = request.query;
      const found = await profiles.list(callerFor(request).organizationId, {
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
        ...(includeDeleted === undefined ? {} : { includeDeleted }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
      return found.items.map(toBrowserProfileRecord);
    },
  );

  app.get<Path>(
    '/v1/browser_profiles/:browser_profile_id',
    {
      schema: {
        tags,
        operationId: 'getBrowserProfile',
        summary: 'Get a browser profile',
        params: ProfilePath,
        response: { 200: BrowserProfileRecord, ...errorResponses },
      },
    },
    async (request) =>
      toBrowserProfileRecord(
        await profiles.get(callerFor(request).organizationId, request.params.browser_profile_id),
      ),
  );

  app.patch<Path & { Body: BrowserProfileChange }>(
    '/v1/browser_profiles/:browser_profile_id',
    {
      schema: {
        tags,
        operationId: 'updateBrowserProfile',
        summary: 'Change the name or the description of a browser profile',
        params: ProfilePath,
        body: BrowserProfileChange,
        response: { 200: BrowserProfileRecord, ...errorResponses, 409: ErrorBody },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { browser_profile_id: id } = request.params;
      return toBrowserProfileRecord(await profiles.change(organizationId, id, request.body));
    },
  );

  app.delete<Path>(
    '/v1/browser_profiles/:browser_profile_id',
    {
      schema: {
        tags,
        operationId: 'deleteBrowserProfile',
        summary: 'Delete a browser profile; runs that loaded it go on',
        params: ProfilePath,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await profiles.delete(callerFor(request).organizationId, request.params.browser_profile_id);
      return reply.code(204).send();
    },
  );
}
