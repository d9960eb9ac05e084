import { RunwrightError, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { ArtifactRecord, toArtifactRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import type { ContentStreams } from '../content-streams.ts';
import { artifactContentRoute } from '../http-urls.ts';
import { signedPath } from '../request-path.ts';
import { contentResponses } from '../schemas/content-responses.ts';
import { errorResponses } from '../schemas/error-responses.ts';
import { sendContent } from '../send-content.ts';

const ArtifactPath = Type.Object({ artifact_id: Type.String() });
const Signature = Type.Object({
  expiry: Type.Optional(Type.String()),
  kid: Type.Optional(Type.String()),
  sig: Type.Optional(Type.String()),
});

interface ContentRequest {
  readonly Params: { readonly artifact_id: string };
  readonly Querystring: { readonly expiry?: string; readonly kid?: string; readonly sig?: string };
}

/** Registers the routes of artifacts: the record, and the content by key or signed link. */
export function artifactRoutes(app: FastifyInstance, engine: Engine, streams: ContentStreams): void {
  app.get<{ Params: { artifact_id: string } }>(
    '/v1/artifacts/:artifact_id',
    {
      schema: {
        tags: ['artifacts'],
        operationId: 'getArtifact',
        summary: 'Get an artifact',
        params: ArtifactPath,
        response: { 200: ArtifactRecord, ...errorResponses },
      },
    },
    async (request) => {
      const { organizationId } = callerFor(request);
      const artifact = await engine.artifacts.get(organizationId, request.params.artifact_id);
      return toArtifactRecord(artifact, engine.links);
    },
  );

  app.route<ContentRequest>({
    method: ['GET', 'HEAD'],
    url: artifactContentRoute,
    config: { auth: 'optional' },
    schema: {
      tags: ['artifacts'],
      operationId: 'getArtifactContent',
      summary: 'Bytes of an artifact, by key or by signed link',
      params: ArtifactPath,
      querystring: Signature,
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
  const artifact = await engine.artifacts.get(organizationId, request.params.artifact_id);
  const secondsLeft = Math.max(0, Math.floor(Number(query.expiry) - Date.now() / 1000));
  return await sendContent(request, reply, streams, {
    organizationId,
    size: artifact.size,
    open: (options) => engine.artifacts.open(artifact, options),
    presign: (options) => engine.artifacts.presign(artifact, options),
    secondsLeft: signed ? secondsLeft : null,
    contentType: artifact.contentType,
    etag: `"${artifact.checksum}"`,
    cacheControl: signed ? `private, max-age=${secondsLeft}` : 'private, no-cache',
  });
}
