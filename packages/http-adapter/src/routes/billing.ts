import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import {
  BillingRecord,
  ChargeRecord,
  SpendingRecord,
  toBillingRecord,
  toChargeRecord,
  toSpendingRecord,
} from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { errorResponses } from '../schemas/error-responses.ts';

const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
const DaysQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      maxLength: 10,
      description: 'First day in UTC, such as `2026-03-01`. Default: 29 days before `to`.',
    }),
  ),
  to: Type.Optional(Type.String({ maxLength: 10, description: 'Last day. Default: today.' })),
});

/** Registers the routes of the billing state, the ledger and the spending on models. They are changed by the host of the service alone. */
export function billingRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['billing'];

  app.get(
    '/api/v1/billing/state',
    {
      schema: {
        tags,
        operationId: 'getBillingState',
        summary: 'Credits of the current period',
        response: { 200: BillingRecord, 403: errorResponses[403] },
      },
    },
    async (request) => {
      const { billing } = engine;
      return toBillingRecord(await billing.state(callerFor(request).organizationId), billing);
    },
  );

  app.get<{ Querystring: Type.Static<typeof PageQuery> }>(
    '/api/v1/billing/charges',
    {
      schema: {
        tags,
        operationId: 'listCharges',
        summary: 'List what was charged, the newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(ChargeRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize } = request.query;
      const found = await engine.billing.charges(callerFor(request).organizationId, {
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
      return found.items.map(toChargeRecord);
    },
  );

  app.get<{ Querystring: Type.Static<typeof DaysQuery> }>(
    '/v1/spending',
    {
      schema: {
        tags,
        operationId: 'getSpending',
        summary: 'Tokens and cost of models by day and by workflow',
        querystring: DaysQuery,
        response: { 200: SpendingRecord, 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request) =>
      toSpendingRecord(await engine.billing.spending(callerFor(request).organizationId, request.query)),
  );
}
