import { FolderInput, FolderPatch, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { FolderRecord, toFolderRecord } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

const FolderPath = Type.Object({ folder_id: Type.String() });
const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  search: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the title.' })),
});
const DeleteQuery = Type.Object({
  delete_workflows: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Deletes the workflows too; else they stay, without a folder.',
    }),
  ),
});
const DeletedFolder = Type.Object({
  status: Type.Literal('deleted'),
  folder_id: Type.String(),
  workflows_deleted: Type.Integer(),
});

interface Path {
  readonly Params: { readonly folder_id: string };
}
interface List {
  readonly page?: number;
  readonly page_size?: number;
  readonly search?: string;
}

/** Registers the routes of folders. */
export function folderRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['folders'];
  const response = { 200: FolderRecord, ...errorResponses, 409: ErrorBody };

  app.post<{ Body: FolderInput }>(
    '/v1/folders',
    {
      schema: {
        tags,
        operationId: 'createFolder',
        summary: 'Create a folder',
        body: FolderInput,
        response: { 200: FolderRecord, 403: ErrorBody, 409: ErrorBody, 422: errorResponses[422] },
      },
    },
    async (request) =>
      toFolderRecord(await engine.folders.create(callerFor(request).organizationId, request.body)),
  );

  app.get<{ Querystring: List }>(
    '/v1/folders',
    {
      schema: {
        tags,
        operationId: 'listFolders',
        summary: 'List folders, the newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(FolderRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize, search } = request.query;
      const found = await engine.folders.list(callerFor(request).organizationId, {
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
        ...(search === undefined ? {} : { search }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
      return found.items.map(toFolderRecord);
    },
  );

  app.get<Path>(
    '/v1/folders/:folder_id',
    {
      schema: {
        tags,
        operationId: 'getFolder',
        summary: 'Get a folder',
        params: FolderPath,
        response: { 200: FolderRecord, ...errorResponses },
      },
    },
    async (request) =>
      toFolderRecord(await engine.folders.get(callerFor(request).organizationId, request.params.folder_id)),
  );

  app.put<Path & { Body: FolderPatch }>(
    '/v1/folders/:folder_id',
    {
      schema: {
        tags,
        operationId: 'updateFolder',
        summary: 'Change the title or the description of a folder',
        params: FolderPath,
        body: FolderPatch,
        response,
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      return toFolderRecord(
        await engine.folders.update(organizationId, request.params.folder_id, request.body),
      );
    },
  );

  app.delete<Path & { Querystring: { readonly delete_workflows?: boolean } }>(
    '/v1/folders/:folder_id',
    {
      schema: {
        tags,
        operationId: 'deleteFolder',
        summary: 'Delete a folder',
        params: FolderPath,
        querystring: DeleteQuery,
        response: { 200: DeletedFolder, ...errorResponses },
      },
    },
    async (request) => {
      const { folder_id: folderId } = request.params;
      const { delete_workflows: deleteWorkflows = false } = request.query;
      const { organizationId } = callerFor(request);
      const deleted = await engine.folders.delete(organizationId, folderId, { deleteWorkflows });
      return { status: 'deleted', folder_id: folderId, workflows_deleted: deleted };
    },
  );
}
