import type { Engine } from '@runwright/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, callerFor } from '../authentication.ts';
import { endWithKey } from '../end-with-key.ts';

/** Answers a message of the Model Context Protocol; `body` is the body of the request, parsed. */
export type McpHandler = (caller: Caller, request: Request, body: unknown) => Promise<Response>;

/**
 * Registers the endpoint of the Model Context Protocol (streamable HTTP). Each tool checks the scope that it needs, so a key
 * that may only read can list the tools and use those that read.
 */
export function mcpRoute(app: FastifyInstance, engine: Engine, handle: McpHandler): void {
  app.post(
    '/mcp',
    // Its messages are described by the protocol, not by the OpenAPI document.
    { config: { scope: 'read', bearer: true }, schema: { hide: true } },
    async (request, reply) => {
      const caller = callerFor(request);
      // A call that waits for a run answers with a stream of events.
      endWithKey(engine, caller, reply.raw);
      return reply.send(await handle(caller, toWebRequest(request), request.body));
    },
  );
}

/** Converts the head of a request; its body has been read. */
function toWebRequest({ method, url, host, headers }: FastifyRequest): Request {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new Request(new URL(url, `http://${host || 'localhost'}`), { method, headers: entries });
}
