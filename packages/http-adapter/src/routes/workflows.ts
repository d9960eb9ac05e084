import { RunwrightError, Type, WorkflowStatus } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { toWorkflowRecord, WorkflowRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { RequestProblems } from '../error-response.ts';
import { logFailure } from '../failure-log.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { errorResponses } from '../schemas/error-responses.ts';
import { documentedWorkflowBody, WorkflowBody } from '../schemas/workflow-request.ts';

const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  search_key: Type.Optional(Type.String({ maxLength: 255 })),
  title: Type.Optional(Type.String({ maxLength: 255, description: 'Deprecated: use search_key.' })),
  folder_id: Type.Optional(Type.String()),
  status: Type.Optional(Type.Array(WorkflowStatus)),
});
const FolderQuery = Type.Object({ folder_id: Type.Optional(Type.String()) });
const WorkflowPath = Type.Object({ workflow_id: Type.String() });

interface Body {
  readonly json_definition?: unknown;
  readonly yaml_definition?: string | null;
}
interface List {
  readonly page?: number;
  readonly page_size?: number;
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
  const config = { documentedBody: documentedWorkflowBody(engine) };
  const response = { 200: WorkflowRecord, ...errorResponses };

  app.post<{ Body: Body; Querystring: Folder }>(
    '/v1/workflows',
    {
      config,
      schema: {
        tags: ['workflows'],
        summary: 'Create a workflow',
        body: WorkflowBody,
        querystring: FolderQuery,
        response,
      },
    },
    async (request) =>
      withDraft(request, async (draft) => {
        const { organizationId } = callerFor(request);
        return toWorkflowRecord(
          await engine.workflows.create(organizationId, draft, folderOf(request.query)),
        );
      }),
  );

  app.post<{ Params: { workflow_id: string }; Body: Body; Querystring: Folder }>(
    '/v1/workflows/:workflow_id',
    {
      config,
      schema: {
        tags: ['workflows'],
        summary: 'Update a workflow: a new version',
        params: WorkflowPath,
        body: WorkflowBody,
        querystring: FolderQuery,
        response,
      },
    },
    async (request) =>
      withDraft(request, async (draft) => {
        const { organizationId } = callerFor(request);
        const { workflow_id: id } = request.params;
        return toWorkflowRecord(
          await engine.workflows.update(organizationId, id, draft, folderOf(request.query)),
        );
      }),
  );

  app.get<{ Querystring: List }>(
    '/v1/workflows',
    {
      schema: {
        tags: ['workflows'],
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
      return found.items.map(toWorkflowRecord);
    },
  );
}

/** Calls `use` with the definition of the body; problems are reported under the member that contains it. */
async function withDraft<T>(
  request: FastifyRequest<{ Body: Body }>,
  use: (draft: unknown) => Promise<T>,
): Promise<T> {
  const { json_definition: json, yaml_definition: yaml } = request.body;
  const hasJson = json !== undefined && json !== null;
  const hasYaml = yaml !== undefined && yaml !== null;
  if (!hasJson && !hasYaml) {
    throw new RequestProblems('body', [
      { path: ['json_definition'], message: 'Field required', type: 'missing' },
    ]);
  }
  if (hasJson && hasYaml) {
    const message = 'Value error, give one of json_definition and yaml_definition, not both';
    throw new RequestProblems('body', [{ path: [], message, type: 'value_error' }]);
  }
  if (hasJson && (typeof json !== 'object' || Array.isArray(json))) {
    const message = 'Input should be a valid object';
    throw new RequestProblems('body', [{ path: ['json_definition'], message, type: 'dict_type' }]);
  }
  try {
    return await use(hasJson ? json : yaml);
  } catch (error) {
    const member = hasJson ? 'json_definition' : 'yaml_definition';
    if (isUnreadable(error)) {
      // A definition that our checks cannot cope with is the caller's to correct, and a defect of ours to know of.
      logFailure(request, 422, error, 'A definition could not be read');
      const message = 'Value error, the definition cannot be read';
      throw new RequestProblems('body', [{ path: [member], message, type: 'value_error' }]);
    }
    if (!RunwrightError.is(error) || !Array.isArray(error.details.problems)) throw error;
    throw new RequestProblems(
      'body',
      error.details.problems.map((problem) => ({ ...problem, path: [member, ...problem.path] })),
    );
  }
}

/** Returns whether an error was caused by data of an unexpected shape or depth. */
function isUnreadable(error: unknown): boolean {
  if (RunwrightError.is(error)) return false;
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}

function folderOf(query: Folder): { readonly folderId?: string } {
  return query.folder_id === undefined ? {} : { folderId: query.folder_id };
}
