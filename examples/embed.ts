/** The engine inside another program, in memory: a workflow asks the program's own service and decides. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createEngine, egressPolicy } from '@runwright/core';

const server = createServer((request, response) => {
  const body = request.method === 'POST' ? { ordered: 40 } : { item: 'lamp', left: 3 };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const engine = await createEngine({ drivers: { egress: egressPolicy({ allowedHosts: [host] }) } });
await engine.start();
const { organizationId } = await engine.organizations.first();

const workflow = await engine.workflows.create(
  organizationId,
  `
title: Reorder
workflow_definition:
  blocks:
    - { label: stock, block_type: http_request, url: "http://${host}/stock", next_block_label: scarce }
    - label: scarce
      block_type: conditional
      branch_conditions:
        - { criteria: { expression: "{{ stock.body.left < 10 }}" }, next_block_label: reorder }
        - { is_default: true }
    - { label: reorder, block_type: http_request, method: POST, url: "http://${host}/orders" }
`,
);
const run = await engine.runs.start({ workflow_id: workflow.workflowPermanentId }, { organizationId });
for await (const event of engine.runs.events(organizationId, run.runId))
  console.log(event.type, event.label ?? '');
console.log((await engine.runs.get(organizationId, run.runId)).status);
await engine.close();
server.close();
