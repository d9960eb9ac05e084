import { Type, WorkflowStatus } from '@runwright/contract';
import type { Engine, SavedWorkflow } from '@runwright/core';
import { RunRecord, toWorkflowRecord, WorkflowRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { validationItems } from '../error-response.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { readRunRecords } from '../read-run-record.ts';
import { ownStatuses, type WireStatus, wireStatuses } from '../run-statuses.ts';
import { errorResponses } from '../schemas/error-responses.ts';
import { WorkflowBody, workflowBodyConfig } from '../schemas/workflow-request.ts';
import { type WorkflowBodyFields, type WrittenDraft, withDraft } from '../workflow-body.ts';

const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
const ListQuery = Type.Object({
  ...PageQuery.properties,
  search_key: Type.Optional(Type.String({ maxLength: 255 })),
  title: Type.Optional(Type.String({ maxLength: 255, description: 'Deprecated: use search_key.' })),
  folder_id: Type.Optional(Type.String()),
  status: Type.Optional(Type.Array(WorkflowStatus)),
});
const FolderQuery = Type.Object({ folder_id: Type.Optional(Type.String()) });
const WorkflowPath = Type.Object({ workflow_id: Type.String() });

interface Path {
  readonly Params: { readonly workflow_id: string };
}
interface Paged {
  readonly page?: number;
  readonly page_size?: number;
}
interface List extends Paged {
  readonly search_key?: string;
  readonly title?: string;
  readonly folder_id?: string;
  readonly status?: WorkflowStatus[];
}
interface Folder {
  readonly folder_id?: string;
}

/** Registers the routes of workflows. */
export function workflowRoutes(app: FastifyInstance, engine: Engine): void {
  const config = workflowBodyConfig(engine);
  const response = { 200: WorkflowRecord, ...errorResponses };

  app.post<{ Body: WorkflowBodyFields; Querystring: Folder }>(
    '/v1/workflows',
    {
      config,
      schema: {
        tags: ['workflows'],
        operationId: 'createWorkflow',
        summary: 'Create a workflow',
        body: WorkflowBody,
        querystring: FolderQuery,
        response,
      },
    },
    async (request) =>
      withDraft(request, async ({ draft, member }) => {
        const { organizationId } = callerFor(request);
        const saved = await engine.workflows.create(organizationId, draft, folderOf(request.query));
        return toSavedRecord(saved, member);
      }),
  );

  app.post<{ Params: { workflow_id: string }; Body: WorkflowBodyFields; Querystring: Folder }>(
    '/v1/workflows/:workflow_id',
    {
      config,
      schema: {
        tags: ['workflows'],
        operationId: 'updateWorkflow',
        summary: 'Update a workflow: a new version',
        params: WorkflowPath,
        body: WorkflowBody,
        querystring: FolderQuery,
        response,
      },
    },
    async (request) =>
      withDraft(request, async ({ draft, member }) => {
        const { organizationId } = callerFor(request);
        const { workflow_id: id } = request.params;
        const saved = await engine.workflows.update(organizationId, id, draft, folderOf(request.query));
        return toSavedRecord(saved, member);
      }),
  );

  app.get<{ Querystring: List }>(
    '/v1/workflows',
    {
      schema: {
        tags: ['workflows'],
        operationId: 'listWorkflows',
        summary: 'List the latest version of every workflow',
        querystring: ListQuery,
        response: { 200: Type.Array(WorkflowRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const {
        page,
        page_size: pageSize,
        search_key: searchKey,
        folder_id: folderId,
        title,
        status,
      } = request.query;
      const found = await engine.workflows.list(callerFor(request).organizationId, {
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
        ...(searchKey === undefined ? {} : { searchKey }),
        ...(title === undefined ? {} : { title }),
        ...(folderId === undefined ? {} : { folderId }),
        ...(status === undefined ? {} : { statuses: status }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
      if (title !== undefined) reply.header('deprecation', 'true');
      return found.items.map(toWorkflowRecord);
    },
  );

  app.get<Path & { Querystring: { readonly version?: number } }>(
    '/v1/workflows/:workflow_id',
    {
      schema: {
        tags: ['workflows'],
        operationId: 'getWorkflow',
        summary: 'Get a workflow: its latest version, or the one that is asked for',
        params: WorkflowPath,
        querystring: Type.Object({ version: Type.Optional(Type.Integer()) }),
        response,
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { workflow_id: id } = request.params;
      return toWorkflowRecord(await engine.workflows.get(organizationId, id, request.query.version));
    },
  );

  app.get<Path & { Querystring: Paged }>(
    '/v1/workflows/:workflow_id/versions',
    {
      schema: {
        tags: ['workflows'],
        operationId: 'listWorkflowVersions',
        summary: 'List the versions of a workflow, the highest first',
        params: WorkflowPath,
        querystring: PageQuery,
        response: { 200: Type.Array(WorkflowRecord), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerFor(request);
      const { workflow_id: id } = request.params;
      const found = await engine.workflows.versions(organizationId, id, pageOf(request.query));
      if (found.next !== null) sendNextPageLink(request, reply, request.query.page ?? 1);
      return found.items.map(toWorkflowRecord);
    },
  );

  app.get<Path & { Querystring: Paged & { readonly status?: readonly WireStatus[] } }>(
    '/v1/workflows/:workflow_id/runs',
    {
      schema: {
        tags: ['workflows'],
        operationId: 'listWorkflowRuns',
        summary: 'List the runs of a workflow, the newest first',
        params: WorkflowPath,
        querystring: Type.Object({
          ...PageQuery.properties,
          status: Type.Optional(Type.Array(Type.Enum([...wireStatuses]))),
        }),
        response: { 200: Type.Array(RunRecord), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerFor(request);
      const { workflowPermanentId } = await engine.workflows.get(organizationId, request.params.workflow_id);
      const { status } = request.query;
      const found = await engine.runs.list(organizationId, {
        ...pageOf(request.query),
        workflowPermanentId,
        ...(status === undefined ? {} : { statuses: ownStatuses(status) }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, request.query.page ?? 1);
      return readRunRecords(engine, found.items);
    },
  );

  app.put<Path & { Body: { readonly folder_id: string | null } }>(
    '/v1/workflows/:workflow_id/folder',
    {
      schema: {
        tags: ['workflows'],
        operationId: 'moveWorkflow',
        summary: 'Put a workflow into a folder, or into none',
        params: WorkflowPath,
        body: Type.Object({ folder_id: Type.Union([Type.String(), Type.Null()]) }),
        response,
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { workflow_id: id } = request.params;
      return toWorkflowRecord(await engine.workflows.move(organizationId, id, request.body.folder_id));
    },
  );

  const deletion = {
    tags: ['workflows'],
    operationId: 'deleteWorkflow',
    summary: 'Delete a workflow with all its versions; open runs go on',
    params: WorkflowPath,
  };
  app.delete<Path>(
    '/v1/workflows/:workflow_id',
    { schema: { ...deletion, response: { 204: Type.Null(), ...errorResponses } } },
    async (request, reply) => {
      await engine.workflows.delete(callerFor(request).organizationId, request.params.workflow_id);
      return reply.code(204).send();
    },
  );
  app.post<Path>(
    '/v1/workflows/:workflow_id/delete',
    {
      schema: {
        ...deletion,
        operationId: 'deleteWorkflowByPost',
        response: { 200: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await engine.workflows.delete(callerFor(request).organizationId, request.params.workflow_id);
      return reply.type('application/json; charset=utf-8').send('null');
    },
  );
}

function pageOf({ page, page_size: pageSize }: Paged): {
  readonly page?: number;
  readonly pageSize?: number;
} {
  return { ...(page === undefined ? {} : { page }), ...(pageSize === undefined ? {} : { pageSize }) };
}

function folderOf(query: Folder): { readonly folderId?: string } {
  return query.folder_id === undefined ? {} : { folderId: query.folder_id };
}

/** The record of a version, with the warnings of its definition as they stand in the request. */
function toSavedRecord(saved: SavedWorkflow, member: WrittenDraft['member']): WorkflowRecord {
  const { warnings } = saved;
  if (warnings.length === 0) return toWorkflowRecord(saved);
  return { ...toWorkflowRecord(saved), warnings: validationItems(['body', member], warnings) };
}
