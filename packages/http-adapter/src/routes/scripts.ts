import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import {
  ScriptFileRecord,
  ScriptRecord,
  ScriptResult,
  ScriptVersionRecord,
  toScriptFileRecords,
  toScriptRecord,
  toScriptResult,
  toScriptVersionRecord,
} from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import { decodeScriptFiles } from '../decode-script-files.ts';
import { sendNextPageLink } from '../next-page-link.ts';
import { errorResponses } from '../schemas/error-responses.ts';
import { ScriptFileBody } from '../schemas/script-file.ts';

const ScriptPath = Type.Object({ script_id: Type.String() });
const nullable = <const S extends Type.TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const Version = Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) });
const FilesQuery = Type.Object({
  ...Version.properties,
  path: Type.Optional(Type.String({ description: 'Only the file of this path.' })),
});
const VersionsQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  workflow_id: Type.Optional(Type.String({ description: 'Only scripts for this workflow (`wpid_`).' })),
});
const Files = Type.Array(ScriptFileBody);
const CreateBody = Type.Object({
  workflow_id: nullable(Type.String({ description: 'The workflow (`wpid_`) whose blocks it is for.' })),
  run_id: nullable(Type.String({ description: 'The run that it was made from.' })),
  files: nullable(Files),
});
const DeployBody = Type.Object({ files: Files });

/** Body limit in bytes: enough for 40 MiB of files in base64. */
const bodyLimit = 64 * 1024 * 1024;

interface Path {
  readonly Params: { readonly script_id: string };
}

/** Registers the routes of scripts, programs that replace the agent in blocks of a workflow. */
export function scriptRoutes(app: FastifyInstance, engine: Engine): void {
  const tags = ['scripts'];

  app.post<{ Body: Type.Static<typeof CreateBody> }>(
    '/v1/scripts',
    {
      bodyLimit,
      schema: {
        tags,
        operationId: 'createScript',
        summary: 'Create a script',
        body: CreateBody,
        response: { 200: ScriptResult, ...errorResponses },
      },
    },
    async (request) => {
      const { workflow_id: workflowPermanentId = null, run_id: runId = null, files } = request.body;
      const { organizationId } = callerFor(request);
      const script = { workflowPermanentId, runId, files: await decodeScriptFiles(files ?? []) };
      return toScriptResult(await engine.scripts.create(organizationId, script));
    },
  );

  app.post<Path & { Body: Type.Static<typeof DeployBody> }>(
    '/v1/scripts/:script_id/deploy',
    {
      bodyLimit,
      schema: {
        tags,
        operationId: 'deployScript',
        summary: 'Deploy the next version of a script',
        params: ScriptPath,
        body: DeployBody,
        response: { 200: ScriptResult, ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const files = await decodeScriptFiles(request.body.files);
      return toScriptResult(await engine.scripts.deploy(organizationId, request.params.script_id, files));
    },
  );

  app.get<{ Querystring: Type.Static<typeof ListQuery> }>(
    '/v1/scripts',
    {
      schema: {
        tags,
        operationId: 'listScripts',
        summary: 'List scripts by their latest version, the newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(ScriptRecord), 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize, workflow_id: workflowPermanentId } = request.query;
      const found = await engine.scripts.list(callerFor(request).organizationId, {
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
        ...(workflowPermanentId === undefined ? {} : { workflowPermanentId }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
      return found.items.map(toScriptRecord);
    },
  );

  app.get<Path & { Querystring: Type.Static<typeof VersionsQuery> }>(
    '/v1/scripts/:script_id/versions',
    {
      schema: {
        tags,
        operationId: 'listScriptVersions',
        summary: 'List the versions of a script with what has made each, the highest first',
        params: ScriptPath,
        querystring: VersionsQuery,
        response: { 200: Type.Array(ScriptVersionRecord), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { page, page_size: pageSize } = request.query;
      const { organizationId } = callerFor(request);
      const found = await engine.scripts.versions(organizationId, request.params.script_id, {
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
      });
      if (found.next !== null) sendNextPageLink(request, reply, page ?? 1);
      return found.items.map(toScriptVersionRecord);
    },
  );

  app.get<Path & { Querystring: Type.Static<typeof FilesQuery> }>(
    '/v1/scripts/:script_id/files',
    {
      schema: {
        tags,
        operationId: 'getScriptFiles',
        summary: 'Get the files of the latest version of a script, or of another',
        params: ScriptPath,
        querystring: FilesQuery,
        response: { 200: Type.Array(ScriptFileRecord), ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { version, path } = request.query;
      const revision = await engine.scripts.get(organizationId, request.params.script_id, version);
      return toScriptFileRecords(revision).filter((file) => path === undefined || file.path === path);
    },
  );

  app.get<Path & { Querystring: Type.Static<typeof Version> }>(
    '/v1/scripts/:script_id',
    {
      schema: {
        tags,
        operationId: 'getScript',
        summary: 'Get the latest version of a script, or another',
        params: ScriptPath,
        querystring: Version,
        response: { 200: ScriptRecord, ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const { version } = request.query;
      return toScriptRecord(await engine.scripts.get(organizationId, request.params.script_id, version));
    },
  );
}
