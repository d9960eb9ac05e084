import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Engine } from '@runwright/core';
import type { McpCaller } from './caller.ts';
import { createPageWorkflows } from './page-workflows.ts';
import { createServer } from './server.ts';

/** Answers one POST of a client over streamable HTTP; `body` is its body, parsed. */
export type McpEndpoint = (caller: McpCaller, request: Request, body: unknown) => Promise<Response>;

/** Interval of comments in a stream of events, so that proxies keep it open. */
const keepAliveMs = 15_000;

/**
 * Creates the handler of the streamable HTTP endpoint, for `mcp` of `@runwright/http-adapter`. It keeps nothing between
 * requests, so any process may answer any of them. Who calls is decided before; the handler trusts its caller.
 */
export function mcpEndpoint({
  engine,
  version,
}: {
  readonly engine: Engine;
  readonly version: string;
}): McpEndpoint {
  const workflows = createPageWorkflows(engine);
  return async (caller, request, body) => {
    const server = createServer({ engine, version, caller }, workflows);
    const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs });
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (response.body === null) {
      await server.close();
      return response;
    }
    const { status, headers } = response;
    return new Response(
      closingAfter(response.body, () => server.close()),
      { status, headers },
    );
  };
}

/** Passes a body on, and calls `close` when it has ended or its reader is gone. */
function closingAfter(
  body: ReadableStream<Uint8Array>,
  close: () => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      controller.close();
      await close();
    },
    async cancel(reason) {
      await reader.cancel(reason);
      await close();
    },
  });
}
