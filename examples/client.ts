/** Creates a workflow over HTTP, runs it and prints its events. Needs a running service: `npm start`. */
import { createClient } from '@runwright/client';

const client = createClient({
  url: process.env.RUNWRIGHT_URL ?? 'http://127.0.0.1:8000',
  apiKey: process.env.RUNWRIGHT_API_KEY ?? '',
});

const workflow = await client.workflows.create({
  json_definition: {
    title: 'Multiply',
    workflow_definition: {
      parameters: [],
      blocks: [{ block_type: 'code', label: 'product', code: 'return 6 * 7' }],
    },
  },
});
const run = await client.runs.start({ workflow_id: workflow.workflow_permanent_id });
for await (const { event, data } of run.events()) console.log(event, JSON.stringify(data));
const { status, output } = await run.finished();
console.log(status, JSON.stringify(output));
