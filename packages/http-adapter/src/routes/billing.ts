import type { Engine } from '@runwright/core';
import { BillingRecord, toBillingRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { errorResponses } from '../schemas/error-responses.ts';

/** Registers the route of the billing state. It is changed by the host of the service alone. */
export function billingRoute(app: FastifyInstance, engine: Engine): void {
  app.get(
    '/api/v1/billing/state',
    {
      schema: {
        tags: ['billing'],
        operationId: 'getBillingState',
        summary: 'Credits of the current period',
        response: { 200: BillingRecord, 403: errorResponses[403] },
      },
    },
    async (request) => toBillingRecord(await engine.billing.state(callerFor(request).organizationId)),
  );
}
