import { defaults, type TimelineEvent, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import {
  ModelCallRecord,
  RunStepRecord,
  toModelCallRecords,
  toRunStepRecords,
} from '@runwright/core/records';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { errorResponses } from '../schemas/error-responses.ts';

const RunPath = Type.Object({ run_id: Type.String() });

const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: defaults.runPageSize, default: defaults.runPageSize }),
  ),
});

interface RunParams {
  readonly Params: { readonly run_id: string };
  readonly Querystring: Type.Static<typeof PageQuery>;
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
        querystring: PageQuery,
        response: { 200: Type.Array(RunStepRecord), ...errorResponses },
      },
    },
    async (request, reply) => page(request, reply, toRunStepRecords),
  );

  app.get<RunParams>(
    '/v1/runs/:run_id/model_calls',
    {
      schema: {
        tags: ['runs'],
        operationId: 'listRunModelCalls',
        summary: 'Model calls of a run, with tokens and cost, oldest first',
        params: RunPath,
        querystring: PageQuery,
        response: { 200: Type.Array(ModelCallRecord), ...errorResponses },
      },
    },
    async (request, reply) => page(request, reply, toModelCallRecords),
  );

  /** Returns a page of what the events of a run are converted to. */
  async function page<Row>(
    request: FastifyRequest<RunParams>,
    reply: FastifyReply,
    toRows: (events: readonly TimelineEvent[]) => readonly Row[],
  ): Promise<readonly Row[]> {
    const { params, query } = request;
    const { page: number = 1, page_size: size = defaults.runPageSize } = query;
    const events = await engine.runs.timeline(callerFor(request).organizationId, params.run_id);
    const rows = toRows(events);
    if (rows.length > number * size) sendNextPageLink(request, reply, number);
    return rows.slice((number - 1) * size, number * size);
  }
}
