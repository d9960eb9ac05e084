import { type StoredFile, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { toUploadRecord, UploadRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { readUpload } from '../multipart.ts';
import { ErrorBody, errorResponses } from '../schemas/error-responses.ts';

const UploadForm = Type.Object({
  file: Type.Unsafe<string>({ type: 'string', format: 'binary', description: 'Up to 100 MiB.' }),
});
const FilePath = Type.Object({ file_id: Type.String() });

/** Bytes of an uploaded file. */
const mostFileBytes = 100 * 1024 * 1024;

/** Registers the routes that upload files for runs, and delete files. */
export function uploadRoutes(app: FastifyInstance, engine: Engine): void {
  app.post(
    '/v1/upload_file',
    {
      config: { multipart: true, documentedBody: UploadForm },
      schema: {
        tags: ['files'],
        operationId: 'uploadFile',
        summary: 'Upload a file that runs can use',
        consumes: ['multipart/form-data'],
        response: { 200: UploadRecord, 403: ErrorBody, 413: ErrorBody, 422: errorResponses[422] },
      },
    },
    async (request) => toUploadRecord(await storeUpload(engine, request), engine.links),
  );

  app.delete<{ Params: { readonly file_id: string } }>(
    '/v1/files/:file_id',
    {
      schema: {
        tags: ['files'],
        operationId: 'deleteFile',
        summary: 'Delete a file',
        params: FilePath,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await engine.files.delete(callerFor(request).organizationId, request.params.file_id);
      return reply.code(204).send();
    },
  );
}

/** What comes after the file in a form may still be refused; then nothing is kept. */
async function storeUpload(engine: Engine, request: FastifyRequest): Promise<StoredFile> {
  const { organizationId } = callerFor(request);
  let stored: StoredFile | null = null;
  try {
    const { result } = await readUpload(request, mostFileBytes, async ({ name, contentType, content }) => {
      stored = await engine.files.upload(organizationId, {
        name,
        contentType: mediaType(contentType),
        content,
      });
      return stored;
    });
    return result;
  } catch (error) {
    if (stored !== null) await engine.files.delete(organizationId, (stored as StoredFile).fileId);
    throw error;
  }
}

/** The type is sent as a header later, so that only what is one is kept. */
function mediaType(declared: string): string {
  const isType =
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(declared) && declared.length <= 255;
  return isType ? declared : 'application/octet-stream';
}
