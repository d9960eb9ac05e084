import type { FastifyReply, FastifyRequest } from 'fastify';

/** Maximum bytes of a rejected body that are read and discarded. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Reads the rest of a body that is refused, so that a client that is still sending gets to read the answer: closing the
 * connection at once resets it, and what the client has not read is lost. A client that sends more than 64 MiB on is cut
 * off; one that takes too long ends by the limit of every request.
 */
export function drainBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  // With this header, which Fastify sets, Node destroys the connection as soon as the answer is written.
  reply.removeHeader('connection');
  let bytes = 0;
  raw.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > mostBytes) raw.destroy();
  });
  raw.on('error', () => undefined);
  raw.resume();
}
