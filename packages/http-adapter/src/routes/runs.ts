import { ArtifactType, TaskRequest, Type, WorkflowRunRequest } from '@runwright/contract';
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
import { readRunRecord } from '../read-run-record.ts';
import { errorResponses } from '../schemas/error-responses.ts';

const RunPath = Type.Object({ run_id: Type.String() });
const TimelineQuery = Type.Object({
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  thought_type: Type.Optional(Type.Array(Type.String())),
});
const ArtifactQuery = Type.Object({ artifact_type: Type.Optional(Type.Array(ArtifactType)) });

interface RunParams {
  readonly Params: { readonly run_id: string };
}

/** Registers the routes that start and read runs. */
export function runRoutes(app: FastifyInstance, engine: Engine): void {
  app.post<{ Body: TaskRequest }>(
    '/v1/run/tasks',
    {
      schema: {
        tags: ['runs'],
        summary: 'Run a task',
        body: TaskRequest,
        response: { 200: RunRecord, ...errorResponses },
      },
    },
    async (request) =>
      readRunRecord(engine, await engine.runs.startTask(request.body, origin(callerFor(request)))),
  );

  app.post<{ Body: WorkflowRunRequest }>(
    '/v1/run/workflows',
    {
      schema: {
        tags: ['runs'],
        summary: 'Run a stored workflow',
        body: WorkflowRunRequest,
        response: { 200: RunRecord, ...errorResponses },
      },
    },
    async (request) =>
      readRunRecord(engine, await engine.runs.start(request.body, origin(callerFor(request)))),
  );

  app.get<RunParams>(
    '/v1/runs/:run_id',
    {
      schema: {
        tags: ['runs'],
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

  app.post<RunParams>(
    '/v1/runs/:run_id/cancel',
    {
      schema: {
        tags: ['runs'],
        summary: 'Cancel a run',
        params: RunPath,
        response: { 200: RunRecord, ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      return readRunRecord(engine, await engine.runs.cancel(organizationId, request.params.run_id));
    },
  );

  app.get<RunParams & { Querystring: { order?: 'asc' | 'desc'; thought_type?: string[] } }>(
    '/v1/runs/:run_id/timeline',
    {
      schema: {
        tags: ['runs'],
        summary: 'Timeline of a run',
        params: RunPath,
        querystring: TimelineQuery,
        response: { 200: Type.Array(TimelineItem), ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const run = await engine.runs.get(organizationId, request.params.run_id);
      const { order = 'desc', thought_type: thoughtTypes } = request.query;
      const events = await engine.runs.timeline(organizationId, run.runId);
      return toTimelineItems(run, events, { order, ...(thoughtTypes ? { thoughtTypes } : {}) });
    },
  );

  app.get<RunParams & { Querystring: { artifact_type?: ArtifactType[] } }>(
    '/v1/runs/:run_id/artifacts',
    {
      schema: {
        tags: ['artifacts'],
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

function origin(caller: { readonly organizationId: string; readonly apiKeyId: string | null }) {
  return { organizationId: caller.organizationId, apiKeyId: caller.apiKeyId, triggerType: 'api' } as const;
}
