import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import {
  ModelCallRecord,
  RunStepRecord,
  toModelCallRecords,
  toRunStepRecords,
} from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { errorResponses } from '../schemas/error-responses.ts';

const RunPath = Type.Object({ run_id: Type.String() });

interface RunParams {
  readonly Params: { readonly run_id: string };
}

/** Registers the routes of what the agents of a run have done, step by step, and of its model calls. */
export function runStepRoutes(app: FastifyInstance, engine: Engine): void {
  app.get<RunParams>(
    '/v1/runs/:run_id/steps',
    {
      schema: {
        tags: ['runs'],
        operationId: 'listRunSteps',
        summary: 'Steps of the agents of a run, with their artifacts, oldest first',
        params: RunPath,
        response: { 200: Type.Array(RunStepRecord), ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      return toRunStepRecords(await engine.runs.timeline(organizationId, request.params.run_id));
    },
  );

  app.get<RunParams>(
    '/v1/runs/:run_id/model_calls',
    {
      schema: {
        tags: ['runs'],
        operationId: 'listRunModelCalls',
        summary: 'Model calls of a run, with tokens and cost, oldest first',
        params: RunPath,
        response: { 200: Type.Array(ModelCallRecord), ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      return toModelCallRecords(await engine.runs.timeline(organizationId, request.params.run_id));
    },
  );
}
