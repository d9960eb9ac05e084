import { Readable } from 'node:stream';
import { Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyInstance } from 'fastify';
import { callerFor } from '../authentication.ts';
import type { ContentStreams } from '../content-streams.ts';
import { endEventStreams } from '../end-event-streams.ts';
import { endWithKey } from '../end-with-key.ts';
import { RequestProblems } from '../error-response.ts';
import { eventStream } from '../event-stream.ts';
import { runEvents } from '../run-events.ts';
import { eventResponses } from '../schemas/content-responses.ts';

/** Time in ms after which a comment is sent when nothing happens. */
const commentMs = 15_000;

interface EventsRequest {
  readonly Params: { readonly run_id: string };
  readonly Querystring: { readonly after?: number };
}

/** Registers the route that streams what happens in a run. */
export function runEventRoutes(app: FastifyInstance, engine: Engine, streams: ContentStreams): void {
  const { closing, track } = endEventStreams(app);
  app.get<EventsRequest>(
    '/v1/runs/:run_id/events',
    {
      schema: {
        tags: ['runs'],
        operationId: 'streamRunEvents',
        summary: 'Events of a run as they happen',
        params: Type.Object({ run_id: Type.String() }),
        querystring: Type.Object({
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: 'Only events with a larger id; the header `Last-Event-ID` has precedence.',
            }),
          ),
        }),
        response: eventResponses,
      },
    },
    async (request, reply) => {
      const caller = callerFor(request);
      const { organizationId } = caller;
      const run = await engine.runs.get(organizationId, request.params.run_id);
      const after = lastEventId(request.headers['last-event-id']) ?? request.query.after ?? 0;
      const stream = streams.begin(organizationId, reply.raw);
      track(reply.raw, stream);
      const ending = AbortSignal.any([closing, endWithKey(engine, caller, reply.raw)]);
      const events = runEvents(engine, run, { after, signal: AbortSignal.any([stream.signal, ending]) });
      const body = Readable.from(eventStream(events, { commentMs, sent: stream.moved, closing: ending }), {
        objectMode: false,
      });
      // A client that went away ends the events by the signal; nobody is left to be told.
      body.on('error', (error) => {
        if (!stream.signal.aborted) request.log.error(error);
      });
      return reply
        .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
        .send(body);
    },
  );
}

/** Returns the id that a client saw last; null when it names none. */
function lastEventId(header: string | readonly string[] | undefined): number | null {
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  const message = 'Input should be a valid integer';
  throw new RequestProblems('header', [{ path: ['last-event-id'], message, type: 'int_parsing' }]);
}
