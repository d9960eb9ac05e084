import { defaults, ScheduleChange, ScheduleRequest, Type } from '@runwright/contract';
import type { Engine, SavedSchedule } from '@runwright/core';
import { ScheduleRecord, toScheduleRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { errorResponses } from '../schemas/error-responses.ts';

const WorkflowPath = Type.Object({ workflow_id: Type.String() });
const SchedulePath = Type.Object({ schedule_id: Type.String() });
const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});

const TimesQuery = Type.Object({
  cron: Type.String({ maxLength: 255, description: 'Five fields, as that of a schedule.' }),
  timezone: Type.Optional(Type.String({ maxLength: 255, default: 'UTC', description: 'IANA name.' })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaults.scheduleTimes })),
});
const Times = Type.Object(
  { times: Type.Array(Type.String({ format: 'date-time' }), { description: 'The earliest first.' }) },
  { title: 'ScheduleTimes' },
);

interface OfWorkflow {
  readonly Params: { readonly workflow_id: string };
}
interface Path {
  readonly Params: { readonly schedule_id: string };
}
interface List {
  readonly Querystring: { readonly page?: number; readonly page_size?: number };
}

/** Registers the routes of schedules, which start runs of a workflow at given times. */
export function scheduleRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['schedules'];
  const response = { 200: ScheduleRecord, ...errorResponses };
  const listed = { 200: Type.Array(ScheduleRecord), ...errorResponses };

  app.post<OfWorkflow & { Body: ScheduleRequest }>(
    '/v1/workflows/:workflow_id/schedules',
    {
      schema: {
        tags,
        operationId: 'createWorkflowSchedule',
        summary: 'Create a schedule',
        params: WorkflowPath,
        body: ScheduleRequest,
        response,
      },
    },
    async (request) => {
      const { organizationId, apiKeyId } = callerFor(request);
      const { workflow_id: workflowId } = request.params;
      return toSavedRecord(
        await engine.schedules.create(organizationId, workflowId, request.body, { apiKeyId }),
      );
    },
  );

  app.get<OfWorkflow & List>(
    '/v1/workflows/:workflow_id/schedules',
    {
      schema: {
        tags,
        operationId: 'listWorkflowSchedules',
        summary: 'List the schedules of a workflow, the newest first',
        params: WorkflowPath,
        querystring: ListQuery,
        response: listed,
      },
    },
    async (request, reply) => list(request, reply, { workflowPermanentId: request.params.workflow_id }),
  );

  app.get<List>(
    '/v1/schedules',
    {
      schema: {
        tags,
        operationId: 'listSchedules',
        summary: 'List the schedules of all workflows, the newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(ScheduleRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => list(request, reply, {}),
  );

  app.get<{ Querystring: Type.Static<typeof TimesQuery> }>(
    '/v1/schedule_times',
    {
      schema: {
        tags,
        operationId: 'listScheduleTimes',
        summary: 'List the next times at which a schedule would start runs',
        querystring: TimesQuery,
        response: { 200: Times, 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async ({ query: { cron, timezone, count } }) => {
      const time = { cron, ...(timezone === undefined ? {} : { timezone }) };
      const times = await engine.schedules.nextTimes(time, count === undefined ? {} : { count });
      return { times: times.map((at) => new Date(at).toISOString()) };
    },
  );

  app.get<Path>(
    '/v1/schedules/:schedule_id',
    {
      schema: { tags, operationId: 'getSchedule', summary: 'Get a schedule', params: SchedulePath, response },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      return toScheduleRecord(await engine.schedules.get(organizationId, request.params.schedule_id));
    },
  );

  app.patch<Path & { Body: ScheduleChange }>(
    '/v1/schedules/:schedule_id',
    {
      schema: {
        tags,
        operationId: 'updateSchedule',
        summary: 'Change the members of a schedule that are given',
        params: SchedulePath,
        body: ScheduleChange,
        response,
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { schedule_id: scheduleId } = request.params;
      return toSavedRecord(await engine.schedules.update(organizationId, scheduleId, request.body));
    },
  );

  app.delete<Path>(
    '/v1/schedules/:schedule_id',
    {
      schema: {
        tags,
        operationId: 'deleteSchedule',
        summary: 'Delete a schedule',
        params: SchedulePath,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerFor(request);
      await engine.schedules.delete(organizationId, request.params.schedule_id);
      return reply.code(204).send();
    },
  );

  async function list(
    request: FastifyRequest<List>,
    reply: FastifyReply,
    filter: { readonly workflowPermanentId?: string },
  ) {
    const { page, page_size: pageSize } = request.query;
    const found = await engine.schedules.list(callerFor(request).organizationId, {
      ...filter,
      ...(page === undefined ? {} : { page }),
      ...(pageSize === undefined ? {} : { pageSize }),
    });
    if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
    return found.items.map(toScheduleRecord);
  }
}

function toSavedRecord(saved: SavedSchedule) {
  const { warnings } = saved;
  return { ...toScheduleRecord(saved), ...(warnings.length > 0 ? { warnings } : {}) };
}
