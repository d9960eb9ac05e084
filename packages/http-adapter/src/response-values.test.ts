import {
  type AnyBlock,
  ArtifactType,
  defineBlock,
  type Thought,
  Type,
  type WebhookDelivery,
} from '@runwright/contract';
import { type FakePage, fakeBrowser } from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpUrls } from './http-urls.ts';
import { openService, type Service } from './two-organizations.test-helpers.ts';

const thoughtTypes: readonly Thought['thoughtType'][] = [
  ...(['plan', 'user_goal_check', 'failure_describe', 'termination'] as const),
  ...(['metadata', 'internal_plan', 'notice'] as const),
];
const usage = { input: 100, output: 20, reasoning: 5, cached: 50, cacheWrite: 0, cost: 0.25 };

const url = 'https://shop.example/';
const shop: FakePage = {
  url,
  elements: [{ id: 'a1', kind: 'button', name: 'Report' }],
  onAction: ({ action_type }) =>
    action_type === 'click'
      ? { downloads: [{ filename: 'r.pdf', content: 'a report', url: `${url}r.pdf` }] }
      : undefined,
};

/** Records a thought of each type, an action of each status, and an artifact of each type. */
const records = defineBlock({
  type: 'validation',
  config: Type.Object({ complete_criterion: Type.String(), terminate_criterion: Type.String() }),
  output: Type.Object({}),
  async run(_config, context) {
    for (const thoughtType of thoughtTypes) {
      await context.log.record({
        ...{ type: 'thought', thoughtType, scenario: 'test', observation: 'o', thought: 't', answer: 'a' },
        ...{ output: { a: 1 }, usage },
      });
    }
    const stepId = await context.log.record({ type: 'step-start', order: 0 });
    const statuses = ['completed', 'failed', 'skipped'] as const;
    for (const [order, status] of statuses.entries()) {
      const action = { action_type: 'upload_file', id: 'a2', file: 'f_1' };
      await context.log.record({
        type: 'action',
        stepId,
        order,
        action,
        status,
        reasoning: 'r',
        response: 's',
      });
    }
    const { page } = await context.browser();
    await page.act({ action_type: 'goto_url', url }, { epoch: 0, signal: context.signal });
    await page.act({ action_type: 'click', id: 'a1' }, { epoch: 0, signal: context.signal });
    await context.log.record({ type: 'step-end', stepId, status: 'completed', usage });
    for (const type of ArtifactType.enum) await context.artifact({ type, content: type });
    return {};
  },
});

/** A block with the members of a mail. */
const mails = defineBlock({
  type: 'send_email',
  config: Type.Object({
    recipients: Type.Array(Type.String()),
    file_attachments: Type.Array(Type.String()),
    subject: Type.String(),
    body: Type.String(),
  }),
  output: Type.Object({}),
  run: async () => ({}),
});

const choose = {
  block_type: 'conditional',
  label: 'choose',
  branch_conditions: [
    {
      criteria: { criteria_type: 'jinja2_template', expression: '{{ true }}', description: 'Always' },
      description: 'The way on',
      next_block_label: 'check',
    },
    { is_default: true, next_block_label: 'check' },
  ],
};
const check = {
  ...{ block_type: 'validation', label: 'check' },
  ...{ complete_criterion: 'the cart is full', terminate_criterion: 'it is sold out' },
};
const mail = {
  ...{ block_type: 'send_email', label: 'mail', next_block_label: 'choose' },
  ...{
    recipients: ['ann@shop.example'],
    file_attachments: ['https://shop.example/a.pdf'],
    subject: 'Orders',
    body: 'Here they are.',
  },
};
const json_definition = {
  title: 'Orders',
  workflow_definition: { version: 2, parameters: [], blocks: [mail, choose, check] },
};

type Wire = ReturnType<typeof JSON.parse>;
let service: Service;
let workflow: Wire;
let run: string;
const get = async (path: string) => {
  const { status, body } = await service.call('GET', path);
  expect(status).toBe(200);
  return body;
};
beforeAll(async () => {
  const blocks = [records, mails] as readonly AnyBlock[];
  const egress = { check: async (to: string | URL) => ({ url: new URL(to), addresses: [] }) };
  const drivers = { egress, browser: fakeBrowser({ pages: [shop] }) };
  service = await openService({ blocks, drivers, urls: httpUrls({ console: true }) });
  workflow = (await service.call('POST', '/v1/workflows', { json_definition })).body;
  const { workflow_permanent_id: workflow_id } = workflow;
  run = (await service.call('POST', '/v1/run/workflows', { workflow_id })).body.run_id;
  await service.engine.start();
  await service.engine.runs.finished(service.organizationId, run);
});
afterAll(() => service.close());

/** The items of a timeline and all below them. */
const flat = (items: readonly Wire[]): readonly Wire[] =>
  items.flatMap((item) => [item, ...flat(item.children)]);

describe('the timeline over HTTP', () => {
  it('shows the thoughts of each type that is asked for, with their cost', async () => {
    for (const type of thoughtTypes) {
      const items = flat(await get(`/v1/runs/${run}/timeline?thought_type=${type}`));
      const thoughts = items.flatMap(({ thought }) =>
        thought?.thought_scenario === 'test' ? [thought] : [],
      );
      expect(thoughts).toMatchObject([
        { thought_type: type, thought_cost: 0.25, input_token_count: 100, output_token_count: 20 },
      ]);
    }
  });

  it('is in either order', async () => {
    const labels = async (order: string) =>
      (await get(`/v1/runs/${run}/timeline?order=${order}`)).flatMap(({ block }: Wire) => block?.label ?? []);
    const oldestFirst = await labels('asc');
    expect(oldestFirst).toEqual(['mail', 'choose']);
    expect(await labels('desc')).toEqual(oldestFirst.toReversed());
  });

  it('shows actions with their status', async () => {
    const items = flat(await get(`/v1/runs/${run}/timeline?order=asc`));
    const { actions } = items.find(({ block }) => block?.label === 'check').block;
    const ofStep = actions.filter(({ action_type }: Wire) => action_type === 'upload_file');
    expect(ofStep.map(({ status }: Wire) => status)).toEqual(['completed', 'failed', 'skipped']);
    expect(ofStep[0]).toMatchObject({ element_id: 'a2', file_url: 'f_1', reasoning: 'r', response: 's' });
    const click = actions.find(({ action_type }: Wire) => action_type === 'click');
    expect(click).toMatchObject({ status: 'completed', file_name: 'r.pdf', download: true });
  });

  it('shows the criteria of a block, and the members of a mail', async () => {
    const items = flat(await get(`/v1/runs/${run}/timeline`));
    const blockOf = (label: string) => items.find(({ block }) => block?.label === label).block;
    expect(blockOf('check')).toMatchObject({
      complete_criterion: 'the cart is full',
      terminate_criterion: 'it is sold out',
    });
    expect(blockOf('mail')).toMatchObject({
      ...{ recipients: ['ann@shop.example'], attachments: ['https://shop.example/a.pdf'] },
      ...{ subject: 'Orders', body: 'Here they are.' },
    });
  });
});

it('artifacts of each type are listed, and asked for by their type', async () => {
  const all = await get(`/v1/runs/${run}/artifacts?page_size=100`);
  expect(new Set(all.map(({ artifact_type }: Wire) => artifact_type))).toEqual(new Set(ArtifactType.enum));
  for (const type of ArtifactType.enum) {
    const some = await get(`/v1/runs/${run}/artifacts?artifact_type=${type}`);
    expect(new Set(some.map(({ artifact_type }: Wire) => artifact_type))).toEqual(new Set([type]));
  }
});

it('the `app_url` of a run is its page, when the service has one', async () => {
  expect((await get(`/v1/runs/${run}`)).app_url).toBe(`http://127.0.0.1:8000/console/runs/${run}`);
});

it('a workflow keeps the descriptions of its branches and their criteria', async () => {
  const { workflow_definition } = await get(`/v1/workflows/${workflow.workflow_permanent_id}`);
  const [, { branch_conditions }] = workflow_definition.blocks;
  expect(branch_conditions[0]).toMatchObject({
    description: 'The way on',
    criteria: { description: 'Always' },
  });
});

it('HEAD of an artifact answers as GET does, without the content', async () => {
  const [artifact] = await get(`/v1/runs/${run}/artifacts?artifact_type=html`);
  const { pathname, search } = new URL(artifact.signed_url);
  const head = (headers: Readonly<Record<string, string>>) =>
    service.app.inject({ method: 'HEAD', url: pathname + search, headers });
  const whole = await head({});
  expect([whole.statusCode, whole.headers['content-length'], whole.body]).toEqual([200, '4', '']);
  expect((await head({ range: 'bytes=0-0' })).statusCode).toBe(206);
  expect((await head({ range: 'bytes=9-' })).statusCode).toBe(416);
  expect((await head({ 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
});

it('a service that works is ready', async () => {
  expect(await get('/ready')).toEqual({ status: 'ready' });
  expect(await get('/health')).toMatchObject({ status: 'ok', store: 'ok', queue: 'ok' });
});

it('a delivery that another process has not begun is scheduled', async () => {
  const { organizationId, store } = service;
  await store.deliveries.put({
    ...{ deliveryId: 'whd_1', organizationId, runId: run, trigger: 'manual', status: 'scheduled' },
    ...{ webhookUrl: 'https://hooks.example/', httpStatus: null, latencyMs: null, responseExcerpt: null },
    ...{ error: null, createdAt: 1, finishedAt: null },
  });
  expect(await get(`/v1/runs/${run}/webhook_deliveries`)).toMatchObject([
    { delivery_id: 'whd_1', status: 'scheduled', http_status: null, finished_at: null },
  ]);
});

it.each(['scheduled', 'sending', 'delivered', 'failed'] as const)(
  'a delivery that is %s is read with its request, or null where none is kept',
  async (status) => {
    const { organizationId, store } = service;
    const deliveryId = `whd_${status}`;
    const members = { delivery_id: deliveryId, run_id: run, trigger: 'manual', status };
    const delivery: WebhookDelivery = {
      ...{ deliveryId, organizationId, runId: run, status, createdAt: 1, finishedAt: null, error: null },
      trigger: 'manual',
      ...{ webhookUrl: 'https://hooks.example/', httpStatus: null, latencyMs: null, responseExcerpt: null },
    };
    await store.deliveries.put(delivery);
    const read = () => get(`/v1/runs/${run}/webhook_deliveries/${deliveryId}`);
    expect(await read()).toMatchObject({ ...members, request: null });
    const body = '{"text":"be';
    await store.deliveries.put(delivery, { headers: { a: 'b' }, body, bodyBytes: 300_000, bodyBytesCut: 7 });
    expect(await read()).toMatchObject({
      ...members,
      request: { headers: { a: 'b' }, body, body_bytes: 300_000, body_bytes_cut: 7 },
    });
  },
);
