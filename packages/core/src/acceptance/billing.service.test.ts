import { defineBlock, noUsage, type Store, Type } from '@runwright/contract';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import type { EngineSettings } from '../api/engine-options.ts';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const keptStore = (): Store => ({ ...storeUnderTest(), close: async () => undefined });
const usage = noUsage;

/** A block that takes steps as an agent does, and calls `after` when each has begun. */
const steps = (after: (step: number, signal: AbortSignal) => Promise<void> = async () => undefined) =>
  defineBlock({
    type: 'task',
    onWorkerLost: 'repeat',
    config: Type.Object({ count: Type.Integer({ minimum: 0 }) }),
    output: Type.Object({ count: Type.Integer() }),
    async run({ count }, { log, signal }) {
      for (let order = 0; order < count; order += 1) {
        const stepId = await log.record({ type: 'step-start', order });
        await after(order + 1, signal);
        await log.record({ type: 'step-end', stepId, status: 'completed', usage });
      }
      return { count };
    },
  });

async function scene(
  options: {
    readonly store?: Store;
    readonly settings?: EngineSettings;
    readonly block?: ReturnType<typeof steps>;
  } = {},
) {
  const clock = manualClock({ now: Date.UTC(2026, 0, 31, 8) });
  const engine = await createTestEngine({
    blocks: [options.block ?? steps()],
    drivers: {
      clock,
      store: options.store ?? storeUnderTest(),
      browser: fakeBrowser({ pages: [{ url: 'https://shop.test/' }] }),
      egress: {
        check: async (url) => ({
          url: new URL(url),
          addresses: [{ address: '192.0.2.1', family: 4 as const }],
        }),
      },
    },
    settings: options.settings ?? {},
  });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const begin = async (blocks: readonly object[], organization = organizationId) => {
    const { workflowPermanentId } = await engine.workflows.create(
      organization,
      engine.workflows.parse({
        title: 'Scene',
        workflow_definition: { parameters: [], blocks },
      }),
    );
    return engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId: organization });
  };
  const finish = async (blocks: readonly object[]) =>
    engine.runs.finished(organizationId, (await begin(blocks)).runId);
  const state = () => engine.billing.state(organizationId);
  return { engine, clock, organizationId, begin, finish, state };
}

const agent = (label: string, count: number, members: object = {}) => ({
  block_type: 'task',
  label,
  count,
  ...members,
});
const tiny = { enforce: true, planCredits: { free: 3 } };

it('each step of the agent costs a credit, and other blocks are free', async () => {
  const { finish, state, engine, organizationId } = await scene();
  const run = await finish([
    agent('a', 2, { next_block_label: 'c' }),
    { block_type: 'code', label: 'c', code: 'return 1', next_block_label: 'b' },
    agent('b', 1),
  ]);
  expect([run.status, run.stepCount]).toEqual(['completed', 3]);
  expect(await state()).toMatchObject({ creditsConsumed: 3, cachedCreditsConsumed: 0 });
  const { items } = await engine.billing.charges(organizationId);
  expect(items).toHaveLength(3);
  expect(new Set(items.map(({ runId }) => runId))).toEqual(new Set([run.runId]));
});

it('a run without credits is refused with enforcement, and nothing is stored', async () => {
  const { finish, begin, engine, organizationId } = await scene({ settings: { billing: tiny } });
  expect((await finish([agent('a', 3)])).status).toBe('completed');
  await expect(begin([agent('a', 1)])).rejects.toMatchObject({
    code: 'out_of_credits',
    message: 'Out of credits',
  });
  expect((await engine.runs.list(organizationId)).items).toHaveLength(1);
  await engine.billing.setOverage(organizationId, true);
  expect((await finish([agent('a', 1)])).status).toBe('completed');
});

it('a run that uses up the credits ends after its step, whatever its blocks allow', async () => {
  const { finish, state } = await scene({ settings: { billing: tiny } });
  const run = await finish([
    agent('a', 5, { continue_on_failure: true, max_retries: 2, next_block_label: 'b' }),
    agent('b', 1),
  ]);
  expect(run).toMatchObject({
    status: 'failed',
    failureCategory: 'credits',
    stepCount: 3,
    errors: [{ error_code: 'out_of_credits' }],
  });
  expect(await state()).toMatchObject({ creditsConsumed: 3 });
});

it('without enforcement everything is counted and nothing refused', async () => {
  const { finish, state } = await scene({ settings: { billing: { planCredits: { free: 1 } } } });
  expect((await finish([agent('a', 4)])).status).toBe('completed');
  expect(await state()).toMatchObject({ creditsConsumed: 4, includedCredits: 1 });
});

it('a top-up is used after the included credits, and one that is reported twice counts once', async () => {
  const { finish, state, engine, organizationId } = await scene({ settings: { billing: tiny } });
  for (let time = 0; time < 2; time += 1)
    await engine.billing.addTopup(organizationId, { credits: 2, key: 'invoice 1' });
  expect((await finish([agent('a', 5)])).status).toBe('completed');
  expect(await state()).toMatchObject({ creditsConsumed: 5, topupCreditsTotal: 2, topupCreditsUsed: 2 });
  for (const credits of [0, 1.5, Number.NaN])
    await expect(engine.billing.addTopup(organizationId, { credits })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  await expect(engine.billing.setPlan(organizationId, 'huge' as 'pro')).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

it('a new period begins at the end of the month, when it is next looked at', {
  tags: ['extended'],
}, async () => {
  const { finish, state, clock } = await scene({ settings: { billing: tiny } });
  await finish([agent('a', 3)]);
  const first = await state();
  expect(new Date(first.periodEnd).toISOString()).toBe('2026-02-28T08:00:00.000Z');
  await clock.advance(first.periodEnd - clock.now());
  expect(await state()).toMatchObject({ creditsConsumed: 0, periodStart: first.periodEnd });
  expect((await finish([agent('a', 1)])).status).toBe('completed');
  const second = await state();
  expect([second.creditsConsumed, new Date(second.periodEnd).toISOString()]).toEqual([
    1,
    '2026-03-31T08:00:00.000Z',
  ]);
});

it('steps that are repeated after a lost worker are charged once, and a retry after a failure anew', async () => {
  const store = keptStore();
  const reached = Promise.withResolvers<void>();
  const hangs = steps(async (step, signal) => {
    if (step < 2) return;
    reached.resolve();
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const first = await scene({ store, block: hangs });
  const { runId } = await first.begin([agent('a', 3)]);
  await reached.promise;
  await first.engine.close();
  expect(await store.billing.get(first.organizationId)).toMatchObject({ creditsConsumed: 2 });

  const second = await scene({ store, settings: { takeOver: true } });
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect([run.status, run.stepCount]).toEqual(['completed', 5]);
  expect(await second.state()).toMatchObject({ creditsConsumed: 3 });

  let failures = 1;
  const fails = steps(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('the page is gone');
  });
  const third = await scene({ block: fails });
  expect((await third.finish([agent('a', 1, { max_retries: 1 })])).status).toBe('completed');
  expect(await third.state()).toMatchObject({ creditsConsumed: 2 });
});

it('page actions of a script are counted apart, and cost nothing', async () => {
  const { engine, organizationId, state } = await scene();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { parameters: [], blocks: [agent('a', 9)] },
    run_with: 'code',
  });
  const content = `await page.goto('https://shop.test/'); await page.scroll({ direction: 'down' }); return 1`;
  const files = [{ path: 'blocks/a.js', content }];
  await engine.scripts.create(organizationId, { workflowPermanentId, files });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  expect([run.status, run.failureReason]).toEqual(['completed', null]);
  expect(await state()).toMatchObject({ creditsConsumed: 0, cachedCreditsConsumed: 2 });
});

it('a deleted organization keeps no open run, no credential and no valid key', {
  tags: ['security'],
}, async () => {
  const reached = Promise.withResolvers<void>();
  const hangs = steps(async (_step, signal) => {
    reached.resolve();
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const store = storeUnderTest();
  const { engine, begin, organizationId: host } = await scene({ block: hangs, store });
  const { organizationId } = await engine.organizations.create({ name: 'Guest' });
  const { text } = await engine.keys.create(organizationId, { name: 'k' });
  const input = { name: 'A', credential_type: 'secret', credential: { secret_value: 'v' } };
  const { credential_id: id } = await engine.credentials.create(organizationId, input);
  const run = await begin([agent('a', 1)], organizationId);
  await reached.promise;
  await engine.organizations.delete(organizationId);
  expect((await engine.runs.finished(organizationId, run.runId)).status).toBe('canceled');
  expect(await engine.keys.authenticate(text)).toBeNull();
  expect(await store.credentials.get(organizationId, id)).toBeNull();
  await expect(begin([agent('a', 1)], organizationId)).rejects.toMatchObject({ code: 'not_found' });
  expect(
    (await engine.runs.list(organizationId, { statuses: ['created', 'queued', 'running'] })).items,
  ).toEqual([]);
  await expect(engine.organizations.delete(organizationId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(engine.organizations.delete(host)).rejects.toMatchObject({ code: 'conflict' });
});
