/** A workflow in TypeScript: the compiler checks its parameters, its blocks and the use of its outputs. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createEngine, egressPolicy } from '@runwright/core';
import { httpRequest, integer, less, text, workflow } from '@runwright/workflow';

const server = createServer((request, response) => {
  const body = request.method === 'POST' ? { ordered: 40 } : { item: 'lamp', left: 3 };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const reorder = workflow({
  title: 'Reorder',
  parameters: { sku: text(), least: integer({ default_value: 10 }) },
})
  .block('stock', ({ sku }) => httpRequest<{ left: number }>({ url: `http://${host}/stock/${sku}` }))
  .when(
    'scarce',
    ({ stock, least }) => less(stock.response_body.left, least),
    (list) =>
      list.block('order', ({ sku }) =>
        httpRequest<{ ordered: number }>({ method: 'POST', url: `http://${host}/orders`, body: { sku } }),
      ),
  );

const engine = await createEngine({ drivers: { egress: egressPolicy({ allowedHosts: [host] }) } });
await engine.start();
const { organizationId } = await engine.organizations.first();
const stored = await engine.workflows.create(organizationId, reorder);
const run = await engine.runs.start(stored, { parameters: { sku: 'lamp' } }, { organizationId });
const { status, output } = await engine.runs.finished(organizationId, run);
console.log(status, output?.stock_output?.response_body.left, output?.order_output?.response_body.ordered);
await engine.close();
server.close();
