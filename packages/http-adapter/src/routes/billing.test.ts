import { scriptedModel } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentTask, openService, type Service } from '../two-organizations.test-helpers.ts';

const usage = { input: 100, output: 20, reasoning: 0, cached: 0, cacheWrite: 0, cost: 0.25 };
const draft = {
  title: 'Greetings',
  workflow_definition: {
    parameters: [],
    blocks: [{ block_type: 'text_prompt', label: 'ask', prompt: 'Say hello' }],
  },
};
const today = () => new Date().toISOString().slice(0, 10);

let service: Service;
let workflowId: string;
beforeAll(async () => {
  const answers = [usage, { ...usage, cost: null }].map((one) => ({
    parts: [{ type: 'text', text: '{"llm_response":"hello"}' } as const],
    usage: one,
  }));
  service = await openService({
    blocks: [agentTask],
    drivers: { model: scriptedModel({ answers }) },
    settings: { models: { runTokens: 50_000, dayTokens: 100_000 } },
  });
  const { engine, organizationId } = service;
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, draft);
  workflowId = workflowPermanentId;
  for (const request of [{ workflow_id: workflowId }, { workflow_id: workflowId }]) {
    const { runId } = await engine.runs.start(request, { organizationId });
    await engine.runs.finished(organizationId, runId);
  }
  const { runId } = await engine.runs.startTask({ prompt: 'Look' }, { organizationId });
  await engine.runs.finished(organizationId, runId);
});
afterAll(() => service.close());

it('spending sums up tokens and cost by day and by workflow, with the limits of the service', async () => {
  const { status, body } = await service.call('GET', '/v1/spending');
  expect(status).toBe(200);
  expect(body.days).toHaveLength(30);
  expect(body.days[0]).toMatchObject({ run_count: 0, tokens: 0, cost: 0, unpriced_run_count: 0 });
  const used = { tokens: 240, cost: 0.25, unpriced_run_count: 1 };
  expect(body.days.at(-1)).toEqual({ day: today(), run_count: 3, ...used });
  expect(body.workflows).toEqual([
    { workflow_permanent_id: workflowId, workflow_title: 'Greetings', run_count: 2, ...used },
    {
      ...{ workflow_permanent_id: null, workflow_title: null, run_count: 1 },
      ...{ tokens: 0, cost: 0, unpriced_run_count: 0 },
    },
  ]);
  expect(body).toMatchObject({
    caps: { run_cost: null, run_tokens: 50_000, day_cost: null, day_tokens: 100_000 },
    today: { day: today(), tokens: 240 },
    is_complete: true,
  });
});

it('a spending names the limits of the service in US dollars', async () => {
  await using other = await serviceWith({ runCost: 2, dayCost: 10 });
  const { body } = await other.service.call('GET', '/v1/spending');
  expect(body).toMatchObject({
    caps: { run_cost: 2, run_tokens: null, day_cost: 10, day_tokens: null },
    today: { day: today(), tokens: 0, cost: 0 },
  });
});

it('the days of a spending are chosen, and wrong ones are refused', async () => {
  const day = '2020-02-29';
  const { body } = await service.call('GET', `/v1/spending?from=${day}&to=2020-03-01`);
  expect(body.days.map((row: { day: string }) => row.day)).toEqual([day, '2020-03-01']);
  expect(body.workflows).toEqual([]);
  for (const query of [
    'from=yesterday',
    'to=2021-02-29',
    'from=2020-01-02&to=2020-01-01',
    'from=2018-01-01&to=2020-01-01',
  ]) {
    const answer = await service.call('GET', `/v1/spending?${query}`);
    expect([query, answer.status, answer.body.detail[0].loc[0]]).toEqual([query, 422, 'query']);
  }
});

it('spending and charges of one organization are not those of another', async () => {
  const { body } = await service.rivalCall('GET', '/v1/spending');
  expect(body.days.at(-1)).toMatchObject({ run_count: 0, tokens: 0 });
  expect(body).toMatchObject({ workflows: [], today: { tokens: 0 } });
  await service.engine.billing.addTopup(service.organizationId, { credits: 5, key: 'one' });
  expect((await service.rivalCall('GET', '/api/v1/billing/charges')).body).toEqual([]);
});

it('charges are listed in pages, the newest first', async () => {
  const { engine, organizationId, call } = service;
  await engine.billing.addTopup(organizationId, { credits: 5, key: 'one' });
  await engine.billing.addTopup(organizationId, { credits: 7, key: 'two' });
  const first = await call('GET', '/api/v1/billing/charges?page_size=1');
  expect(first.headers.link).toBe('</api/v1/billing/charges?page_size=1&page=2>; rel="next"');
  const second = await call('GET', '/api/v1/billing/charges?page_size=1&page=2');
  expect([first.body[0], second.body[0]].map(({ charge_key }) => charge_key).sort()).toEqual([
    'topup one',
    'topup two',
  ]);
  expect([...first.body, ...second.body]).toMatchObject(
    [1, 2].map(() => ({ type: 'topup', run_id: null, organization_id: organizationId })),
  );
});

it('a charge shows its type, its amount and its run', async () => {
  const { engine, store, organizationId, call } = service;
  await engine.billing.state(organizationId);
  const amounts = { step: 1, script_action: 3, browser_uptime: 60_000 } as const;
  const types = Object.keys(amounts) as (keyof typeof amounts)[];
  for (const type of types) {
    const charge = { organizationId, key: `wr_1 ${type}`, type, amount: amounts[type], runId: 'wr_1' };
    await store.billing.charge({ ...charge, at: Date.UTC(2100, 0, 1) });
  }
  const { body } = await call('GET', '/api/v1/billing/charges?page_size=3');
  expect(body).toEqual(
    types
      .toSorted()
      .toReversed()
      .map((type) => ({
        ...{ charge_key: `wr_1 ${type}`, type, amount: amounts[type], run_id: 'wr_1' },
        ...{ organization_id: organizationId, created_at: expect.stringMatching(/^2100-01-01T00:00:00/) },
      })),
  );
});

async function serviceWith(models: { readonly runCost: number; readonly dayCost: number }) {
  const opened = await openService({ settings: { models } });
  return { service: opened, [Symbol.asyncDispose]: () => opened.close() };
}
