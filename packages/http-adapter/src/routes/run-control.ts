import { type JsonObject, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import {
  RunRecord,
  toWebhookDeliveryDetails,
  toWebhookDeliveryRecord,
  WebhookDeliveryDetails,
  WebhookDeliveryRecord,
} from '@runwright/core/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { readRunRecord } from '../read-run-record.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

const RunPath = Type.Object({ run_id: Type.String() });
const DeliveryPath = Type.Object({ run_id: Type.String(), delivery_id: Type.String() });
const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const ResumeBody = Type.Object({
  decision: Type.Optional(nullable(Type.Enum(['approve', 'reject'], { default: 'approve' }))),
  workflow_run_block_id: Type.Optional(
    nullable(Type.String({ description: 'Default: the only block that waits.' })),
  ),
  comment: Type.Optional(nullable(Type.String({ description: 'Why; the reason of a rejection.' }))),
  payload: Type.Optional(
    nullable(
      Type.Record(Type.String(), Type.Unknown(), { description: "More members of the block's output." }),
    ),
  ),
});
interface Resume {
  readonly decision?: 'approve' | 'reject' | null;
  readonly workflow_run_block_id?: string | null;
  readonly comment?: string | null;
  readonly payload?: JsonObject | null;
}

const RetryBody = Type.Object({
  webhook_url: Type.Optional(nullable(Type.String({ description: 'At most 2,083 characters.' }))),
});
const Scheduled = Type.Object({
  run_id: Type.String(),
  webhook_url: Type.String(),
  status: Type.Literal('scheduled'),
});

interface RunParams {
  readonly Params: { readonly run_id: string };
}

/** Registers the routes that cancel runs and answer those that wait for a person, and those of their webhooks. */
export function runControlRoutes(app: FastifyInstance, engine: Engine): void {
  app.post<RunParams>(
    '/v1/runs/:run_id/cancel',
    {
      schema: {
        tags: ['runs'],
        operationId: 'cancelRun',
        summary: 'Cancel a run',
        params: RunPath,
        response: { 200: RunRecord, ...errorResponses, 409: ErrorBody },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      return readRunRecord(engine, await engine.runs.cancel(organizationId, request.params.run_id));
    },
  );

  app.post<RunParams & { Body: Resume }>(
    '/v1/runs/:run_id/resume',
    {
      preValidation: emptyBodyIsObject,
      schema: {
        tags: ['runs'],
        operationId: 'resumeRun',
        summary: 'Answer a run that waits for a person',
        params: RunPath,
        body: ResumeBody,
        response: { 200: RunRecord, ...errorResponses, 409: ErrorBody },
      },
    },
    async (request) => {
      const { decision, workflow_run_block_id: blockRunId, comment, payload } = request.body;
      const run = await engine.runs.resume(callerFor(request).organizationId, request.params.run_id, {
        outcome: decision ?? 'approve',
        reason: comment ?? null,
        blockRunId: blockRunId ?? null,
        ...(payload ? { payload } : {}),
      });
      return readRunRecord(engine, run);
    },
  );

  app.post<RunParams & { Body: { readonly webhook_url?: string | null } }>(
    '/v1/runs/:run_id/retry_webhook',
    {
      preValidation: emptyBodyIsObject,
      schema: {
        tags: ['runs'],
        operationId: 'retryRunWebhook',
        summary: 'Send the webhook of a run once more',
        params: RunPath,
        body: RetryBody,
        response: { 200: Scheduled, ...errorResponses, 409: ErrorBody },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { webhook_url: webhookUrl = null } = request.body;
      const delivery = await engine.runs.retryWebhook(organizationId, request.params.run_id, { webhookUrl });
      return { run_id: delivery.runId, webhook_url: delivery.webhookUrl, status: 'scheduled' };
    },
  );

  app.get<RunParams>(
    '/v1/runs/:run_id/webhook_deliveries',
    {
      schema: {
        tags: ['runs'],
        operationId: 'listRunWebhookDeliveries',
        summary: 'Deliveries of the webhook of a run',
        params: RunPath,
        response: { 200: Type.Array(WebhookDeliveryRecord), ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      return (await engine.runs.deliveries(organizationId, request.params.run_id)).map(
        toWebhookDeliveryRecord,
      );
    },
  );

  app.get<{ readonly Params: { readonly run_id: string; readonly delivery_id: string } }>(
    '/v1/runs/:run_id/webhook_deliveries/:delivery_id',
    {
      schema: {
        tags: ['runs'],
        operationId: 'getRunWebhookDelivery',
        summary: 'A delivery of the webhook of a run, with the body that was sent',
        params: DeliveryPath,
        response: { 200: WebhookDeliveryDetails, ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { run_id: runId, delivery_id: deliveryId } = request.params;
      return toWebhookDeliveryDetails(await engine.runs.delivery(organizationId, runId, deliveryId));
    },
  );
}

/** Treats a missing body as `{}` where no member is required. */
async function emptyBodyIsObject(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}
