import {
  type Artifact,
  defineBlock,
  type EgressPolicy,
  type Run,
  RunwrightError,
  Secret,
  type SecretSource,
  type Store,
  type TimelineEvent,
  Type,
  type WorkflowRunRequest,
} from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../../api/engine.ts';
import type { EngineDrivers } from '../../api/engine-options.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

type Context = Parameters<Parameters<typeof defineBlock>[0]['run']>[1];
const anywhere: EgressPolicy = { check: async (url) => ({ url: new URL(url), addresses: [] }) };

/** Executes one block with the given body, and answers what is left of it. */
async function carryOut(
  body: (context: Context) => Promise<unknown>,
  drivers: EngineDrivers = {},
  definition: object = {},
  request: Partial<WorkflowRunRequest> = {},
): Promise<{
  engine: Engine;
  organizationId: string;
  run: Run;
  events: readonly TimelineEvent[];
  artifacts: readonly Artifact[];
}> {
  const block = defineBlock({
    type: 'act',
    config: Type.Object({ text: Type.String({ default: '' }) }),
    output: Type.Unknown(),
    run: (_config, context) => body(context),
  });
  const engine = await createTestEngine({ blocks: [block], drivers: { egress: anywhere, ...drivers } });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Act',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'act', label: 'a' }], ...definition },
  });
  const { runId } = await engine.runs.start(
    { workflow_id: workflowPermanentId, ...request },
    { organizationId },
  );
  const run = await engine.runs.finished(organizationId, runId);
  const events = await engine.runs.timeline(organizationId, runId);
  const all = await engine.runs.artifacts(organizationId, runId);
  const artifacts = all.filter(({ blockRunId }) => blockRunId !== null);
  return { engine, organizationId, run, events, artifacts };
}

const shop = {
  url: 'https://shop.test/',
  elements: [{ id: 'a1', kind: 'button', name: 'Buy' }],
};
const signal = new AbortController().signal;

it('the intention of an action is stored before it is executed, and its result after', async () => {
  const store = storeUnderTest();
  const order: string[] = [];
  const watched: Store = {
    ...store,
    runs: {
      ...store.runs,
      commit: async (runId, writes, fence, options) => {
        for (const write of writes) {
          if (write.type === 'attempt' && write.attempt.effect && write.attempt.status === 'running')
            order.push('mark');
          if (write.type === 'timeline') order.push(write.event.type);
        }
        return store.runs.commit(runId, writes, fence, options);
      },
    },
  };
  const browser = fakeBrowser({
    pages: [
      {
        ...shop,
        onAction: () => {
          order.push('act');
          return undefined;
        },
      },
    ],
  });
  const { events } = await carryOut(
    async (context) => {
      const { page } = await context.browser();
      await page.act({ action_type: 'goto_url', url: shop.url }, { epoch: 0, signal });
      const view = await page.read({ mode: 'action', signal });
      const origin = { stepId: 'stp_1', order: 2, reasoning: 'to buy' };
      const result = await page.act(
        { action_type: 'click', id: 'a1' },
        { epoch: view.epoch, origin, signal },
      );
      expect(result.actionId).toMatch(/^act_/);
      return {};
    },
    { store: watched, browser },
  );
  const from = order.indexOf('mark');
  expect(order.slice(0, from)).not.toContain('act');
  expect(order.slice(from, from + 4)).toEqual(['mark', 'action-start', 'act', 'action-end']);
  const starts = events.filter((event) => event.type === 'action-start');
  expect(starts.map((event) => event.effect)).toEqual(['page', 'world']);
  expect(starts[1]).toMatchObject({ stepId: 'stp_1', order: 2, reasoning: 'to buy' });
});

it('the run has one browser, opened at first use and closed at the end, and a missing proxy is on record', async () => {
  const browser = fakeBrowser({ pages: [shop] });
  const { events } = await carryOut(
    async (context) => {
      const one = await context.browser();
      const two = await context.browser();
      expect(one.id).toBe(two.id);
      await one.close();
      expect(one.gone.aborted).toBe(false);
      return {};
    },
    { browser },
    {},
    { proxy_location: 'RESIDENTIAL_DE' },
  );
  expect(browser.sessions).toHaveLength(1);
  expect(browser.sessions[0]?.gone.aborted).toBe(true);
  expect(events.find((event) => event.type === 'thought')).toMatchObject({
    thoughtType: 'notice',
    scenario: 'environment',
    thought: 'no proxy is configured for RESIDENTIAL_DE',
  });
});

it('without a browser driver a block that needs one fails and says so', async () => {
  const { run } = await carryOut(async (context) => context.browser());
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'browser' });
  expect(run.failureReason).toContain('browser driver');
});

it('without a model a block that needs one fails and says so', async () => {
  const { run } = await carryOut(async (context) => context.model('plan').id);
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'model' });
  expect(run.failureReason).toContain('`plan`');
});

it('steps are counted by the engine and go on growing through the attempts of a block', async () => {
  const usage = { input: 1, cached: 0, cacheWrite: 0, output: 1, reasoning: 0, cost: null };
  const { run, events } = await carryOut(
    async ({ log, attempt }) => {
      const stepId = await log.record({ type: 'step-start', order: 1 });
      await log.record({ type: 'step-end', stepId, status: 'completed', usage });
      if (attempt === 1) throw new Error('once more');
      return { stepId };
    },
    {},
    { blocks: [{ block_type: 'act', label: 'a', retry: { max_retries: 1 } }] },
  );
  expect(run.stepCount).toBe(2);
  const starts = events.filter((event) => event.type === 'step-start');
  expect(starts.map((event) => event.order)).toEqual([1, 2]);
  expect(events.filter((event) => event.type === 'step-end').map((event) => event.eventId)).toEqual(
    starts.map((event) => event.eventId),
  );
});

it('the log of a block is saved as artifacts when it ends, with their content', async () => {
  const { engine, artifacts, events } = await carryOut(async ({ log, artifact }) => {
    log.info('counted', { orders: 3 });
    await artifact({ type: 'screenshot_final', content: new Uint8Array([1, 2, 3]) });
    return {};
  });
  expect(artifacts.map((row) => [row.type, row.contentType])).toEqual([
    ['screenshot_final', 'image/png'],
    ['service_log', 'text/plain'],
    ['service_log_raw', 'text/plain'],
  ]);
  const [picture, log] = artifacts as [Artifact, Artifact, Artifact];
  expect(await engine.artifacts.content(picture)).toEqual(new Uint8Array([1, 2, 3]));
  expect(new TextDecoder().decode(await engine.artifacts.content(log))).toMatch(
    /info {2}counted \{"orders":3\}\n$/,
  );
  expect(picture.blockRunId).toMatch(/^wrb_/);
  expect(events.filter((event) => event.type === 'artifact')).toHaveLength(3);
});

it('a secret is a placeholder everywhere, and an output that echoes its value is masked', async () => {
  const value = 'correct horse battery';
  const source: SecretSource = { specVersion: 'v1', resolve: async () => new Secret(value) };
  const { run, events, engine, artifacts } = await carryOut(
    async ({ secret, reveal, log }) => {
      const found = await reveal(await secret('shop/password'), 'https://shop.test');
      log.info(`the value is ${found.reveal()}`);
      await log.record({ type: 'progress', message: found.reveal(), data: null });
      throw Object.assign(new Error(`refused: ${found.reveal()}`));
    },
    { secrets: [source] },
  );
  const kept = await Promise.all(artifacts.map((row) => engine.artifacts.content(row)));
  const everything =
    JSON.stringify([run, events]) + kept.map((bytes) => new TextDecoder().decode(bytes)).join();
  expect(everything).not.toContain(value);
  expect(run.failureReason).toContain('*****');
});

it('a credential of type `secret` is known by its id, and masked', async () => {
  let reference = '';
  const found: string[] = [];
  const block = defineBlock({
    type: 'act',
    config: Type.Object({}),
    output: Type.String(),
    async run(_config, { secret, reveal }) {
      found.push((await reveal(await secret(reference), 'https://shop.test')).reveal());
      return `the token is ${found[0]}`;
    },
  });
  const engine = await createTestEngine({ blocks: [block] });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  const { credential_id: id } = await engine.credentials.create(organizationId, {
    name: 'Google',
    credential_type: 'secret',
    credential: { secret_value: 'ya29.token' },
  });
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Act',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'act', label: 'a' }] },
  });
  const carryOut = async (credentialId: string) => {
    reference = credentialId;
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    return engine.runs.finished(organizationId, runId);
  };
  expect((await carryOut(id)).output).toMatchObject({ a_output: 'the token is *****' });
  expect(found).toEqual(['ya29.token']);
  expect((await carryOut('cred_0')).failureReason).toContain('no source knows it');
});

it('a secret that no source knows fails the run before its first block', async () => {
  const parameters = [{ parameter_type: 'aws_secret', key: 'pass', aws_key: 'shop/pass' }];
  let ran = false;
  const { run } = await carryOut(
    async () => {
      ran = true;
    },
    {},
    { parameters },
  );
  expect(ran).toBe(false);
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'credential' });
});

it('a context that outlives its attempt reaches nothing', async () => {
  let kept: Context | undefined;
  const { events } = await carryOut(async (context) => {
    kept = context;
    return {};
  });
  const entry = { type: 'progress', message: 'late', data: null } as const;
  await expect(kept?.log.record(entry)).rejects.toMatchObject({ code: 'canceled' });
  await expect(kept?.fetch('https://shop.test')).rejects.toMatchObject({ code: 'canceled' });
  expect(events.some((event) => event.type === 'progress')).toBe(false);
});

it('a policy that refuses an address fails the block', async () => {
  const egress: EgressPolicy = {
    check: async () => {
      throw new RunwrightError('egress_denied', 'Address is not allowed: 10.0.0.1');
    },
  };
  const { run } = await carryOut(async ({ fetch }) => fetch('http://10.0.0.1/'), { egress });
  expect(run).toMatchObject({ failureCategory: 'policy', errors: [{ error_code: 'egress_refused' }] });
});

it('a block can test the hosts of `allowed_domains`, if the run has such a list', async () => {
  const addresses = ['https://pay.shop.test/a', 'https://bank.test/', 'about:blank'];
  const test = async ({ isAllowedDomain }: Context) => addresses.map((one) => isAllowedDomain?.(one) ?? null);
  const limited = await carryOut(test, {}, {});
  expect(limited.run.output).toMatchObject({ a_output: [null, null, null] });
  const { engine, organizationId } = limited;
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Act',
    allowed_domains: ['*.shop.test'],
    workflow_definition: { parameters: [], blocks: [{ block_type: 'act', label: 'a' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const { output } = await engine.runs.finished(organizationId, runId);
  expect(output).toMatchObject({ a_output: [true, false, false] });
});
