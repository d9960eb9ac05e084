import { DownloadRequest, LoginRequest, TaskRequest, WorkflowRunRequest } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { RunRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { newRunRecord } from '../read-run-record.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';
import { startOrigin } from '../start-origin.ts';

/** Registers the routes that start runs. */
export function runStartRoutes(app: FastifyInstance, engine: Engine): void {
  app.post<{ Body: TaskRequest }>(
    '/v1/run/tasks',
    {
      schema: {
        tags: ['runs'],
        operationId: 'runTask',
        summary: 'Run a task',
        body: TaskRequest,
        response: { 200: RunRecord, ...errorResponses },
      },
    },
    async (request) =>
      newRunRecord(engine, await engine.runs.startTask(request.body, startOrigin(engine, request))),
  );

  app.post<{ Body: LoginRequest }>(
    '/v1/run/tasks/login',
    {
      schema: {
        tags: ['runs'],
        operationId: 'runLoginTask',
        summary: 'Sign in on a site',
        body: LoginRequest,
        response: { 200: RunRecord, ...errorResponses, 400: ErrorBody },
      },
    },
    async (request) =>
      newRunRecord(engine, await engine.runs.startLogin(request.body, startOrigin(engine, request))),
  );

  app.post<{ Body: DownloadRequest }>(
    '/v1/run/tasks/download_files',
    {
      schema: {
        tags: ['runs'],
        operationId: 'runDownloadTask',
        summary: 'Download files',
        body: DownloadRequest,
        response: { 200: RunRecord, ...errorResponses },
      },
    },
    async (request) =>
      newRunRecord(engine, await engine.runs.startDownload(request.body, startOrigin(engine, request))),
  );

  app.post<{ Body: WorkflowRunRequest }>(
    '/v1/run/workflows',
    {
      schema: {
        tags: ['runs'],
        operationId: 'runWorkflow',
        summary: 'Run a stored workflow',
        body: WorkflowRunRequest,
        response: { 200: RunRecord, ...errorResponses },
      },
    },
    async (request) =>
      newRunRecord(engine, await engine.runs.start(request.body, startOrigin(engine, request))),
  );
}
