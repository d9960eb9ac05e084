/** A workflow with a browser and no model: it opens a page, reads it with a program, and prints what it found. */
import { createServer } from 'node:http';
import { agentBlocks } from '@runwright/agent';
import { createEngine, egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';

const server = createServer((_request, response) => {
  response
    .setHeader('content-type', 'text/html')
    .end('<title>Lamps</title><h1>Lamps</h1><a href="/desk">Desk lamp</a> <a href="/floor">Floor lamp</a>');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const engine = await createEngine({
  blocks: agentBlocks(),
  drivers: {
    browser: playwrightDriver({ stateFolder: 'data' }),
    egress: egressPolicy({ allowedHosts: [host] }),
  },
});
await engine.start();
const { organizationId } = await engine.organizations.first();
const { workflowPermanentId } = await engine.workflows.create(organizationId, {
  workflow_definition: {
    parameters: [],
    blocks: [
      { block_type: 'goto_url', label: 'open', url: `http://${host}/`, next_block_label: 'read' },
      {
        block_type: 'code',
        label: 'read',
        code: 'return { title: await page.title(), links: (await page.elements()).map(({ name }) => name) }',
      },
    ],
  },
});
const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
for await (const event of engine.runs.events(organizationId, run.runId))
  if (event.type === 'block-start') console.log('started', event.label);
const { status, output } = await engine.runs.get(organizationId, run.runId);
console.log(status, Object(output).read_output);
await engine.close();
server.close();
