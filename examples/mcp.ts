/** Serves the tools of an engine to MCP clients at `/mcp`, with an API key. */
import { createEngine } from '@runwright/core';
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import { mcpEndpoint } from '@runwright/mcp';
import fastify from 'fastify';

const engine = await createEngine();
await engine.start();
const { organizationId } = await engine.organizations.first();
const { text: key } = await engine.keys.create(organizationId, { name: 'assistant' });

const version = '1.0.0';
const app = fastify(serverOptions());
await app.register(httpAdapter, {
  engine,
  version,
  mcp: mcpEndpoint({ engine, version }),
  // The names that requests may use besides those of the loopback address.
  allowedHosts: [],
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });

// What an MCP client sends to learn the tools.
const answer = await fetch(`${address}/mcp`, {
  method: 'POST',
  headers: {
    ...{ 'x-api-key': key, 'content-type': 'application/json' },
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
});
console.log((await answer.text()).match(/"name":"\w+"/g)?.join(' '));

await app.close();
await engine.close();
