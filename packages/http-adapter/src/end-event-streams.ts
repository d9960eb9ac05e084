import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ContentStream } from './content-streams.ts';

/** Time in ms that a client has to take the end of its stream, after which its connection is closed. */
const endMs = 1_000;

/** Ends the event streams of a server when it closes, which would wait for them for as long as their runs go on. */
export interface ClosingStreams {
  /** Aborted when the server begins to close. */
  readonly closing: AbortSignal;
  /** Lets the server wait for the end of this response, which has to follow `closing`. */
  track(response: ServerResponse, stream: Pick<ContentStream, 'signal'>): void;
}

/** Registers the hook that ends the streams. Connections that carried one are idle then, so Fastify closes them. */
export function endEventStreams(app: FastifyInstance): ClosingStreams {
  const closing = new AbortController();
  const open = new Map<ServerResponse, AbortSignal>();
  app.addHook('preClose', async () => {
    closing.abort();
    await Promise.all([...open].map(([response, ended]) => waitForEnd(response, ended)));
  });
  return {
    closing: closing.signal,
    track(response, { signal: ended }) {
      open.set(response, ended);
      ended.addEventListener('abort', () => open.delete(response), { once: true });
    },
  };
}

async function waitForEnd(response: ServerResponse, ended: AbortSignal): Promise<void> {
  const timer = setTimeout(() => response.destroy(), endMs);
  if (!ended.aborted) await once(ended, 'abort');
  clearTimeout(timer);
}
