import { type JsonObject, type RunType, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { RunRecord, toWebhookDeliveryRecord, WebhookDeliveryRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { RequestProblems } from '../error-response.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { readRunRecord } from '../read-run-record.ts';
import { ownStatuses, type WireStatus, wireStatuses } from '../run-statuses.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

const RunPath = Type.Object({ run_id: Type.String() });
const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  status: Type.Optional(Type.Array(Type.Enum([...wireStatuses]))),
  run_type: Type.Optional(
    Type.Array(Type.Enum(['task_v1', 'task_v2', 'cua_a', 'cua_b', 'ui_agent', 'workflow_run'])),
  ),
  workflow_permanent_id: Type.Optional(Type.String()),
  search_key: Type.Optional(
    Type.String({ maxLength: 255, description: 'Part of the id, title, prompt or URL.' }),
  ),
  created_after: Type.Optional(Type.String({ description: 'ISO 8601; UTC without an offset.' })),
  created_before: Type.Optional(Type.String({ description: 'ISO 8601; UTC without an offset.' })),
});
interface List {
  readonly page?: number;
  readonly page_size?: number;
  readonly status?: readonly WireStatus[];
  readonly run_type?: readonly RunType[];
  readonly workflow_permanent_id?: string;
  readonly search_key?: string;
  readonly created_after?: string;
  readonly created_before?: string;
}

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

const RetryBody = Type.Object({ webhook_url: Type.Optional(nullable(Type.String({ maxLength: 2083 }))) });
const Scheduled = Type.Object({
  run_id: Type.String(),
  webhook_url: Type.String(),
  status: Type.Literal('scheduled'),
});

interface RunParams {
  readonly Params: { readonly run_id: string };
}

/** Registers the routes that list, cancel, resume and answer runs, and those of their webhooks. */
export function runControlRoutes(app: FastifyInstance, engine: Engine): void {
  app.get<{ Querystring: List }>(
    '/v1/runs',
    {
      schema: {
        tags: ['runs'],
        summary: 'List runs, the newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(RunRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const found = await engine.runs.list(callerFor(request).organizationId, filterOf(query));
      if (found.next !== null) sendNextPageLink(request, reply, query.page ?? 1);
      return Promise.all(found.items.map((run) => readRunRecord(engine, run)));
    },
  );

  app.post<RunParams & { Body: Resume }>(
    '/v1/runs/:run_id/resume',
    {
      preValidation: emptyBodyIsObject,
      schema: {
        tags: ['runs'],
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
        summary: 'Send the webhook of a run once more',
        params: RunPath,
        body: RetryBody,
        response: { 200: Scheduled, ...errorResponses, 400: ErrorBody, 409: ErrorBody },
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
}

/** Treats a missing body as `{}` where no member is required. */
async function emptyBodyIsObject(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

function filterOf(query: List) {
  const { page, page_size: pageSize, status, run_type: types, search_key: searchKey } = query;
  const { workflow_permanent_id: workflowPermanentId } = query;
  const createdAfter = instantOf(query, 'created_after');
  const createdBefore = instantOf(query, 'created_before');
  return {
    ...(page === undefined ? {} : { page }),
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(status === undefined ? {} : { statuses: ownStatuses(status) }),
    ...(types === undefined ? {} : { types }),
    ...(searchKey === undefined ? {} : { searchKey }),
    ...(workflowPermanentId === undefined ? {} : { workflowPermanentId }),
    ...(createdAfter === undefined ? {} : { createdAfter }),
    ...(createdBefore === undefined ? {} : { createdBefore }),
  };
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

function instantOf(query: List, name: 'created_after' | 'created_before'): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const [whole, offset] = isoDate.exec(text) ?? [];
  const isTime = whole !== undefined && whole.length > 10;
  const at = whole === undefined ? Number.NaN : Date.parse(isTime && !offset ? `${whole}Z` : whole);
  if (!Number.isNaN(at)) return at;
  throw new RequestProblems('query', [
    { path: [name], message: 'Input should be a valid ISO 8601 date-time', type: 'datetime_parsing' },
  ]);
}
