import { PushedCodeInput, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { PushedCodeRecord, toPushedCodeRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { errorResponses } from '../schemas/error-responses.ts';

const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  totp_identifier: Type.Optional(Type.String({ maxLength: 255 })),
  workflow_run_id: Type.Optional(Type.String({ maxLength: 255 })),
});
/** Schema of any object: the engine validates the body, and its errors repeat no part of it. */
const Body = Type.Object({}, { additionalProperties: true });

interface List {
  readonly page?: number;
  readonly page_size?: number;
  readonly totp_identifier?: string;
  readonly workflow_run_id?: string;
}

/** Registers the routes of pushed one-time codes. Only whoever pushes a code gets it back. */
export function pushedCodeRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['credentials'];

  app.post<{ Body: object }>(
    '/v1/credentials/totp',
    {
      config: { documentedBody: PushedCodeInput },
      schema: {
        tags,
        operationId: 'pushCode',
        summary: 'Push a one-time code for runs that wait for it',
        body: Body,
        response: { 200: PushedCodeRecord, ...errorResponses },
      },
    },
    async (request) => {
      const pushed = await engine.oneTimeCodes.push(callerFor(request).organizationId, request.body);
      return toPushedCodeRecord(pushed, { masked: false });
    },
  );

  app.get<{ Querystring: List }>(
    '/v1/credentials/totp',
    {
      schema: {
        tags,
        operationId: 'listPushedCodes',
        summary: 'List pushed one-time codes, newest first, without the codes',
        querystring: ListQuery,
        response: { 200: Type.Array(PushedCodeRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize, totp_identifier, workflow_run_id } = request.query;
      const found = await engine.oneTimeCodes.list(callerFor(request).organizationId, {
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
        ...(totp_identifier === undefined ? {} : { totpIdentifier: totp_identifier }),
        ...(workflow_run_id === undefined ? {} : { workflowRunId: workflow_run_id }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
      return found.items.map((pushed) => toPushedCodeRecord(pushed, { masked: true }));
    },
  );
}
