import { readFileSync } from 'node:fs';
import type { EgressPolicy } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { closeEngines, codeEngine, output, serve } from './code.test-helpers.ts';

afterEach(closeEngines);

const page = readFileSync(new URL('../../../../../docs/code-block.md', import.meta.url), 'utf8');
const yaml = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

const report = async (names: readonly string[]) => {
  const got: unknown[] = [];
  const { url, host } = await serve(async (request, response) => {
    got.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end('{"id": 7}');
  });
  const egress: EgressPolicy = {
    check: async (address) => ({
      url: new URL(address),
      addresses: String(address).includes(host) ? [{ address: '127.0.0.1', family: 4 }] : [],
    }),
  };
  const elements = names.map((name, index) => ({ id: `a${index + 1}`, kind: 'link', name }));
  const browser = fakeBrowser({ pages: [{ url: 'https://shop.example/orders', elements }] });
  const { engine, organizationId, finished } = await codeEngine({ drivers: { browser, egress } });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, yaml);
  const parameters = { shop: 'https://shop.example', reports: url };
  const created = await engine.runs.start(
    { workflow_id: workflowPermanentId, parameters },
    { organizationId },
  );
  return { got, ended: await finished(created) };
};

it('the example of the documentation does what it says', async () => {
  const { got, ended } = await report(['Home', 'Order 17: $250.00', 'Order 18: $20.00']);
  expect(ended.failureReason).toBeNull();
  const large = [{ id: '17', total: 250 }];
  expect(got).toEqual([{ orders: large }]);
  expect(output(ended, 'report')).toEqual({ large, report: { id: 7 } });
});

it('and fails with its own code where there is nothing to report', async () => {
  const { ended } = await report(['Home']);
  expect(ended).toMatchObject({
    status: 'failed',
    errors: [{ error_code: 'no_orders', reasoning: 'Nothing is listed at https://shop.example/orders' }],
  });
});
