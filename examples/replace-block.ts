/** A block of one's own in place of a built-in: every request is counted, then the built-in makes it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AnyBlock } from '@runwright/contract';
import { builtInBlock, createEngine, egressPolicy } from '@runwright/core';

const requests = new Map<string, number>();
const plain = builtInBlock('http_request');
const counted: AnyBlock = {
  ...plain,
  async run(config, context) {
    const { host } = new URL(config.url);
    requests.set(host, (requests.get(host) ?? 0) + 1);
    context.log.info(`request ${requests.get(host)} to ${host}`);
    return plain.run(config, context);
  },
};

const server = createServer((_request, response) => response.end('"hello"')).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const engine = await createEngine({
  blocks: [counted],
  drivers: { egress: egressPolicy({ allowedHosts: [host] }) },
});
await engine.start();
const { organizationId } = await engine.organizations.first();
const blocks = ['first', 'second'].map((label) => ({
  block_type: 'http_request',
  label,
  url: `http://${host}/`,
}));
const { workflowPermanentId } = await engine.workflows.create(organizationId, {
  workflow_definition: { blocks },
});
const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
console.log((await engine.runs.finished(organizationId, run.runId)).status, [...requests.values()]);
await engine.close();
server.close();
