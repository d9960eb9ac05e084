import { ArtifactType, maximumMetadataFilter, type RunType, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import {
  ArtifactRecord,
  RunRecord,
  TimelineItem,
  toArtifactRecord,
  toTimelineItems,
} from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { RequestProblems } from '../error-response.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { readRunRecord, readRunRecords } from '../read-run-record.ts';
import { ownStatuses, type WireStatus, wireStatuses } from '../run-statuses.ts';
import { errorResponses } from '../schemas/error-responses.ts';

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
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: `Texts that the metadata of the run has, all of them, each exactly: \`metadata[job]=j-17\`. At most ${maximumMetadataFilter.entries}, names and values of at most ${maximumMetadataFilter.characters} characters.`,
    }),
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
  readonly metadata?: Readonly<Record<string, string>>;
  readonly created_after?: string;
  readonly created_before?: string;
}

const RunPath = Type.Object({ run_id: Type.String() });
const TimelineQuery = Type.Object({
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  thought_type: Type.Optional(Type.Array(Type.String())),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Only items that have changed after this event, and those around them: `x-last-event-id` of an earlier answer, or the id of an event of the run.',
    }),
  ),
});
const ArtifactQuery = Type.Object({ artifact_type: Type.Optional(Type.Array(ArtifactType)) });

interface RunParams {
  readonly Params: { readonly run_id: string };
}

/** Registers the routes that list and read runs. */
export function runRoutes(app: FastifyInstance, engine: Engine): void {
  app.get<{ Querystring: List }>(
    '/v1/runs',
    {
      schema: {
        tags: ['runs'],
        operationId: 'listRuns',
        summary: 'List runs, the newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(RunRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const found = await engine.runs.list(callerFor(request).organizationId, filterOf(query));
      if (found.next !== null) sendNextPageLink(request, reply, query.page ?? 1);
      return readRunRecords(engine, found.items);
    },
  );

  app.get<RunParams>(
    '/v1/runs/:run_id',
    {
      schema: {
        tags: ['runs'],
        operationId: 'getRun',
        summary: 'Get a run',
        params: RunPath,
        response: { 200: RunRecord, ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      return readRunRecord(engine, await engine.runs.get(organizationId, request.params.run_id));
    },
  );

  app.get<RunParams & { Querystring: { order?: 'asc' | 'desc'; thought_type?: string[]; after?: number } }>(
    '/v1/runs/:run_id/timeline',
    {
      schema: {
        tags: ['runs'],
        operationId: 'getRunTimeline',
        summary: 'Timeline of a run; `x-last-event-id` is the event that it has reached',
        params: RunPath,
        querystring: TimelineQuery,
        response: { 200: Type.Array(TimelineItem), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerFor(request);
      const run = await engine.runs.get(organizationId, request.params.run_id);
      const { order = 'desc', thought_type: thoughtTypes, after = 0 } = request.query;
      const events = await engine.runs.timeline(organizationId, run);
      reply.header('x-last-event-id', String(events.at(-1)?.sequence ?? 0));
      return toTimelineItems(run, events, { order, after, ...(thoughtTypes ? { thoughtTypes } : {}) });
    },
  );

  app.get<RunParams & { Querystring: { artifact_type?: ArtifactType[] } }>(
    '/v1/runs/:run_id/artifacts',
    {
      schema: {
        tags: ['artifacts'],
        operationId: 'listRunArtifacts',
        summary: 'Artifacts of a run',
        params: RunPath,
        querystring: ArtifactQuery,
        response: { 200: Type.Array(ArtifactRecord), ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const run = await engine.runs.get(organizationId, request.params.run_id);
      const { artifact_type: types } = request.query;
      const artifacts = await engine.runs.artifacts(organizationId, run.runId, types ? { types } : {});
      return artifacts.map((artifact) => toArtifactRecord(artifact, engine.links));
    },
  );
}

function filterOf(query: List) {
  const { page, page_size: pageSize, status, run_type: types, search_key: searchKey } = query;
  const { workflow_permanent_id: workflowPermanentId, metadata } = query;
  const createdAfter = instantOf(query, 'created_after');
  const createdBefore = instantOf(query, 'created_before');
  return {
    ...(page === undefined ? {} : { page }),
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(status === undefined ? {} : { statuses: ownStatuses(status) }),
    ...(types === undefined ? {} : { types }),
    ...(searchKey === undefined ? {} : { searchKey }),
    ...(workflowPermanentId === undefined ? {} : { workflowPermanentId }),
    ...(metadata === undefined ? {} : { metadata }),
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
