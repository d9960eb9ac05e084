import { BrowserSessionRequest, Type } from '@runwright/contract';
import type { BrowserSessionDetails, Engine } from '@runwright/core';
import { BrowserSessionRecord, toBrowserSessionRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

const SessionPath = Type.Object({ browser_session_id: Type.String() });
interface Path {
  readonly Params: { readonly browser_session_id: string };
}

/** Registers the routes of browser sessions, but for the live view. */
export function browserSessionRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['browser sessions'];
  const sessions = engine.browserSessions;
  const record = (details: BrowserSessionDetails) => toBrowserSessionRecord(details, engine.links);

  app.post<{ Body: BrowserSessionRequest }>(
    '/v1/browser_sessions',
    {
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: {
        tags,
        operationId: 'createBrowserSession',
        summary: 'Create a browser session; does not wait for its browser',
        body: BrowserSessionRequest,
        response: { 200: BrowserSessionRecord, ...errorResponses, 503: ErrorBody },
      },
    },
    async (request) => record(await sessions.create(callerFor(request).organizationId, request.body)),
  );

  app.get(
    '/v1/browser_sessions',
    {
      schema: {
        tags,
        operationId: 'listBrowserSessions',
        summary: 'List the browser sessions that have not ended, newest first',
        response: { 200: Type.Array(BrowserSessionRecord), 403: errorResponses[403] },
      },
    },
    async (request) => (await sessions.list(callerFor(request).organizationId)).map(record),
  );

  app.get<Path>(
    '/v1/browser_sessions/:browser_session_id',
    {
      schema: {
        tags,
        operationId: 'getBrowserSession',
        summary: 'Get a browser session, also one that has ended',
        params: SessionPath,
        response: { 200: BrowserSessionRecord, ...errorResponses },
      },
    },
    async (request) =>
      record(await sessions.get(callerFor(request).organizationId, request.params.browser_session_id)),
  );

  app.post<Path>(
    '/v1/browser_sessions/:browser_session_id/close',
    {
      schema: {
        tags,
        operationId: 'closeBrowserSession',
        summary: 'Close a browser session; a run that uses it fails',
        params: SessionPath,
        response: { 200: Type.Object({ message: Type.String() }), ...errorResponses },
      },
    },
    async (request) => {
      await sessions.close(callerFor(request).organizationId, request.params.browser_session_id);
      return { message: 'Browser session closed' };
    },
  );
}
