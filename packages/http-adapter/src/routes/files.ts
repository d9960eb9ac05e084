import { RunwrightError, Type } from '@runwright/contract';
import { cleanFileName, type Engine } from '@runwright/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import type { ContentStreams } from '../content-streams.ts';
import { fileContentRoute } from '../http-urls.ts';
import { signedPath } from '../request-path.ts';
import { contentResponses } from '../schemas/content-responses.ts';
import { sendContent } from '../send-content.ts';

interface ContentRequest {
  readonly Params: { readonly file_id: string };
  readonly Querystring: { readonly expiry?: string; readonly kid?: string; readonly sig?: string };
}

/** Registers the route of file contents, by key or signed link. */
export function fileRoutes(app: FastifyInstance, engine: Engine, streams: ContentStreams): void {
  app.route<ContentRequest>({
    method: ['GET', 'HEAD'],
    url: fileContentRoute,
    config: { auth: 'optional' },
    schema: {
      tags: ['files'],
      operationId: 'getFileContent',
      summary: 'Bytes of a file, by key or by signed link',
      params: Type.Object({ file_id: Type.String() }),
      querystring: Type.Object({
        expiry: Type.Optional(Type.String()),
        kid: Type.Optional(Type.String()),
        sig: Type.Optional(Type.String()),
      }),
      response: contentResponses,
    },
    handler: (request, reply) => send(engine, streams, request, reply),
  });
}

async function send(
  engine: Engine,
  streams: ContentStreams,
  request: FastifyRequest<ContentRequest>,
  reply: FastifyReply,
) {
  const { query } = request;
  const signed = query.sig !== undefined;
  const organizationId = signed
    ? engine.links.verify(signedPath(request), query)
    : callerFor(request).organizationId;
  if (organizationId === null) throw new RunwrightError('forbidden', 'Invalid or expired signature');
  const file = await engine.files.get(organizationId, request.params.file_id);
  const secondsLeft = Math.max(0, Math.floor(Number(query.expiry) - Date.now() / 1000));
  return await sendContent(request, reply, streams, {
    organizationId,
    size: file.size,
    open: (options) => engine.files.open(file, options),
    presign: (options) => engine.files.presign(file, options),
    contentDisposition: `attachment; filename*=UTF-8''${encoded(cleanFileName(file.name))}`,
    secondsLeft: signed ? secondsLeft : null,
    contentType: file.contentType,
    etag: `"${file.checksum}"`,
    cacheControl: signed ? `private, max-age=${secondsLeft}` : 'private, no-cache',
  });
}

/** A value of an extended parameter (RFC 8187). */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
