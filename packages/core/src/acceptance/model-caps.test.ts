import { defineBlock, noUsage, Type } from '@runwright/contract';
import { manualClock, scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

/** Asks the model three times. */
const asking = defineBlock({
  type: 'asking',
  config: Type.Object({}),
  output: Type.Object({}),
  async run(_config, { model, signal }) {
    for (const content of ['first', 'second', 'third']) {
      await model().generate({ messages: [{ role: 'user', content }], schema: Type.Object({}), signal });
    }
    return {};
  },
});
const answer = {
  parts: [{ type: 'text' as const, text: '{}' }],
  usage: { ...noUsage, input: 3_000, output: 1_000, cost: null },
};

async function finishRun(
  models: object,
  { store = storeUnderTest(), clock = manualClock(), request = {} } = {},
) {
  const model = scriptedModel({ answers: [answer, answer, answer], id: 'priced' });
  const drivers = { model, store, clock };
  const engine = await createTestEngine({ blocks: [asking], drivers, settings: { models } });
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Ask',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'asking', label: 'ask' }] },
  });
  const { runId } = await engine.runs.start(
    { workflow_id: workflowPermanentId, ...request },
    { organizationId },
  );
  const run = await engine.runs.finished(organizationId, runId);
  const notices = (await store.timeline.read(runId, { limit: 100 })).flatMap((event) =>
    event.type === 'thought' && event.thoughtType === 'notice' ? [event.thought] : [],
  );
  await engine.close();
  return { run, calls: model.requests.length, notices };
}

it('a run ends before the call that could pass its cap of tokens', async () => {
  const { run, calls } = await finishRun({ runTokens: 9_000 });
  expect(calls).toBe(2);
  expect(run).toMatchObject({
    status: 'failed',
    failureCategory: 'limit',
    errors: [{ error_code: 'REACH_MAX_COST' }],
    modelUse: { tokens: 8_000 },
  });
});

it('a run ends before the call that could pass its cap of cost, by the prices of the host', async () => {
  const prices = { priced: { input: 1, cached: 1, output: 10 } };
  // A call of these costs 0.013, and may cost 0.041 by its limit of output tokens.
  const { run, calls, notices } = await finishRun({ runCost: 0.06, prices });
  expect(calls).toBe(2);
  expect(run.modelUse?.cost).toBeCloseTo(0.026, 6);
  expect(notices).toEqual([]);
  expect(run.failureReason).toContain('it may cost $0.06');
});

it('a cap on cost needs the price of the model', async () => {
  const { run, calls, notices } = await finishRun({ runCost: 1 });
  expect(calls).toBe(0);
  expect(notices).toEqual([expect.stringContaining('no price is known for `priced`: calls of such models')]);
  expect(run.failureReason).toContain('price of the model `priced` or of one before it is not known');
});

it.each([
  [{ runTokens: 9_000 }, { max_tokens: 1_000_000 }, 2],
  [{ runTokens: 1_000_000 }, { max_tokens: 5_000 }, 1],
  [{}, { max_tokens: 9_000 }, 2],
])(
  'of the caps of the host %j and of the request %j the smaller one applies',
  async (models, request, sent) => {
    const { run, calls } = await finishRun(models, { request });
    expect([run.status, calls]).toEqual(['failed', sent]);
  },
);

it('the runs of an organization share the cap of a day, also after a restart', async () => {
  const [store, clock] = [storeUnderTest(), manualClock()];
  const models = { dayTokens: 21_000 };
  expect((await finishRun(models, { store, clock })).run.status).toBe('completed');
  const { run, calls } = await finishRun(models, { store, clock });
  expect(calls).toBe(2);
  expect(run).toMatchObject({
    status: 'failed',
    failureCategory: 'limit',
    errors: [{ error_code: 'REACH_MAX_COST' }],
    failureReason: expect.stringContaining('above 21000 tokens on '),
  });
  await clock.advance(24 * 3_600_000);
  expect((await finishRun(models, { store, clock })).run.status).toBe('completed');
});

it('models without a price are noted at the start of a run, also for the cap of a request or a day', async () => {
  const noted = [expect.stringContaining('no price is known for `priced`')];
  expect((await finishRun({}, { request: { max_cost: 1 } })).notices).toEqual(noted);
  expect((await finishRun({ dayCost: 1 })).notices).toEqual(noted);
  expect((await finishRun({ dayTokens: 50_000 })).notices).toEqual([]);
});

it('without a cap the use of the models is counted', async () => {
  expect((await finishRun({})).run).toMatchObject({
    status: 'completed',
    modelUse: { tokens: 12_000, cost: null },
  });
});

it('a cap that is no positive number is refused', async () => {
  await expect(createTestEngine({ settings: { models: { runCost: 0 } } })).rejects.toThrow(/models\.runCost/);
});
