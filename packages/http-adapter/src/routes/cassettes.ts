import { Readable } from 'node:stream';
import { Type } from '@runwright/contract';
import type { CassetteFile, Engine } from '@runwright/core';
import type { FastifyInstance } from 'fastify';
import { ZipFile } from 'yazl';
import { callerFor } from '../authentication.ts';
import type { ContentStream, ContentStreams } from '../content-streams.ts';
import { errorResponses } from '../schemas/error-responses.ts';

const RunPath = Type.Object({ run_id: Type.String() });

const bytes = { 'application/zip': { schema: Type.Unsafe({ type: 'string', format: 'binary' }) } };

/** Registers the route of the recordings of runs. */
export function cassetteRoutes(app: FastifyInstance, engine: Engine, streams: ContentStreams): void {
  app.get<{ Params: { run_id: string } }>(
    '/v1/runs/:run_id/cassette',
    {
      // It holds the workflow with its headers, and is for who may start the run again.
      config: { scope: 'run' },
      schema: {
        tags: ['runs'],
        operationId: 'getRunCassette',
        summary: 'Recording of a run, for a replay',
        description:
          'A ZIP file for `runwright replay`, of a run that was started with `record_for_replay` and has ended. It holds the model calls and what web sites answered, without secrets. 404: the run was not recorded, or a part of its recording is lost. 409: it still runs, or its recording is being stored.',
        params: RunPath,
        response: { 200: { description: 'The ZIP file.', content: bytes }, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerFor(request);
      const { run_id: runId } = request.params;
      const files = await engine.runs.cassette(organizationId, runId);
      const stream = streams.begin(organizationId, reply.raw);
      return reply
        .header('content-disposition', `attachment; filename="${runId}.zip"`)
        .header('cache-control', 'private, no-cache')
        .type('application/zip')
        .send(zipOf(files, stream));
    },
  );
}

/** Writes files into a ZIP file while it is read. One that cannot be read ends the answer, so that nobody takes a part for the whole. */
function zipOf(files: readonly CassetteFile[], { signal, moved }: ContentStream): Readable {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  zip.on('error', (error: Error) => output.destroy(error));
  let content: Readable | null = null;
  // The archive neither listens to errors of what it reads nor ends it when nobody reads the archive any more.
  output.once('close', () => content?.destroy());
  for (const file of files) {
    zip.addReadStreamLazy(file.name, (callback) => {
      content = Readable.from(counted(file.open({ signal }), moved), { objectMode: false });
      content.on('error', (error) => output.destroy(error));
      callback(null, content);
    });
  }
  zip.end();
  return output;
}

async function* counted(parts: AsyncIterable<Uint8Array>, moved: () => void): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    moved();
    yield part;
  }
}
