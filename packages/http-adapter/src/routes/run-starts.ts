import { TaskRequest, WorkflowRunRequest } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { RunRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { readRunRecord } from '../read-run-record.ts';
import { errorResponses } from '../schemas/error-responses.ts';

/** Registers the routes that start runs. */
export function runStartRoutes(app: FastifyInstance, engine: Engine): void {
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
    async (request) => readRunRecord(engine, await engine.runs.startTask(request.body, origin(request))),
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
    async (request) => readRunRecord(engine, await engine.runs.start(request.body, origin(request))),
  );
}

function origin(request: FastifyRequest) {
  const { organizationId, apiKeyId } = callerFor(request);
  const userAgent = request.headers['x-user-agent'];
  return {
    organizationId,
    apiKeyId,
    triggerType: 'api',
    ...(typeof userAgent === 'string' ? { userAgent } : {}),
  } as const;
}
