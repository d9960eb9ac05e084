/** A block type that asks a service with a secret key, and a workflow that uses it. */
import { defineBlock, RunwrightError, Type } from '@runwright/contract';
import { createEngine, egressPolicy, memorySecrets } from '@runwright/core';

const service = process.env.STOCK_URL ?? 'http://127.0.0.1:8002';

const stockLevel = defineBlock({
  type: 'stock_level',
  onWorkerLost: 'repeat',
  // The key may be sent to this host, and to no other.
  services: [new URL(service).host],
  config: Type.Object({ sku: Type.String({ description: 'Article number.' }) }),
  output: Type.Object({ left: Type.Integer() }),
  async run({ sku }, { fetch, secret, signal }) {
    const headers = { authorization: `Bearer ${await secret('stock_key')}` };
    const response = await fetch(`${service}/stock/${encodeURIComponent(sku)}`, { headers, signal });
    if (response.status === 404) throw new RunwrightError('block_failed', `There is no article \`${sku}\`.`);
    if (!response.ok)
      throw new RunwrightError('block_failed', `The stock service answered ${response.status}.`);
    return (await response.json()) as { left: number };
  },
});

const engine = await createEngine({
  blocks: [stockLevel],
  drivers: {
    secrets: [memorySecrets({ stock_key: process.env.STOCK_KEY ?? '' })],
    egress: egressPolicy({ allowedHosts: [new URL(service).host] }),
  },
});
await engine.start();
const { organizationId } = await engine.organizations.first();
const { workflowPermanentId } = await engine.workflows.create(organizationId, {
  workflow_definition: {
    parameters: [{ parameter_type: 'workflow', key: 'sku', workflow_parameter_type: 'string' }],
    blocks: [{ block_type: 'stock_level', label: 'stock', sku: '{{ sku }}' }],
  },
});
for (const sku of ['NW-101', 'none']) {
  const run = await engine.runs.start(
    { workflow_id: workflowPermanentId, parameters: { sku } },
    { organizationId },
  );
  const { status, output, failureReason } = await engine.runs.finished(organizationId, run.runId);
  console.log(sku, status, JSON.stringify(Object(output).stock_output ?? null), failureReason ?? '');
}
await engine.close();
