import { metrics } from '@opentelemetry/api';
import { type LanguageModel, noUsage, RunwrightError } from '@runwright/contract';
import { manualClock, scriptedModel } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { EngineOptions } from '../api/engine-options.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { memoryStore } from '../local-drivers/memory-store.ts';
import { recoverLostRuns } from '../worker/recover-lost-runs.ts';
import { watchRun } from '../worker/watch-run.ts';
import { closeEngines, startEngine } from './agent-like-engine.test-helpers.ts';
import { collectMetrics } from './collect-metrics.test-helpers.ts';
import { recordMetric } from './metrics.ts';
import { observeStore } from './observe-store.ts';

afterEach(async () => {
  await closeEngines();
  metrics.disable();
});

/** Executes a workflow and closes the engine, so that everything is recorded. */
async function execute(blocks: readonly object[], options: EngineOptions = {}): Promise<void> {
  const { engine, organizationId } = await startEngine(options);
  const draft = engine.workflows.parse({ workflow_definition: { blocks } });
  const { runId } = await engine.runs.startDraft(draft, {}, { organizationId });
  await engine.runs.finished(organizationId, runId);
  await engine.close();
}

it('a run is counted at its beginning and at its end, and its parts are measured', async () => {
  const { series } = collectMetrics();
  await execute([{ block_type: 'agent_like', label: 'order' }]);
  const kind = { 'runwright.run.kind': 'workflow' };
  const ended = { ...kind, 'runwright.run.status': 'completed' };
  expect(await series('runwright.run.started')).toEqual([{ attributes: kind, value: 1 }]);
  expect(await series('runwright.run.ended')).toEqual([{ attributes: ended, value: 1 }]);
  expect(await series('runwright.run.duration')).toMatchObject([{ attributes: ended, count: 1 }]);
  expect(await series('runwright.block.duration')).toMatchObject([
    {
      attributes: { 'runwright.block.type': 'agent_like', 'runwright.block.status': 'completed' },
      count: 1,
    },
  ]);
  expect(await series('runwright.browser.action.duration')).toMatchObject([
    { attributes: { 'runwright.action.type': 'goto_url', 'runwright.action.status': 'ok' }, count: 1 },
  ]);
  expect(await series('runwright.queue.delay')).toMatchObject([
    {
      attributes: { 'runwright.run.concurrency_key': false, 'runwright.run.continued': false },
      count: 1,
    },
  ]);
});

it('a model call is measured with its tokens and its cost, by model and purpose', async () => {
  const { series } = collectMetrics();
  const scripted = scriptedModel({ answers: () => 'Hi' });
  const usage = { ...noUsage, input: 120, output: 8, cost: null };
  const model: LanguageModel = {
    ...scripted,
    generate: async (request) => ({ ...(await scripted.generate(request)), usage }),
  };
  await execute([{ block_type: 'agent_like', label: 'order' }], {
    drivers: { model },
    settings: { models: { prices: { scripted: { input: 1_000_000, cached: 0, output: 0 } } } },
  });
  const call = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'scripted',
    'gen_ai.request.model': 'scripted',
    'runwright.model.purpose': 'act',
  };
  expect(await series('gen_ai.client.operation.duration')).toMatchObject([{ attributes: call, count: 1 }]);
  expect(await series('gen_ai.client.token.usage')).toEqual([
    { attributes: { ...call, 'gen_ai.token.type': 'input' }, count: 1, sum: 120 },
    { attributes: { ...call, 'gen_ai.token.type': 'output' }, count: 1, sum: 8 },
  ]);
  expect(await series('runwright.model.cost')).toEqual([{ attributes: call, value: 120 }]);
});

it('a failed run is counted by the category of its failure, without any text', async () => {
  const { series } = collectMetrics();
  await execute([{ block_type: 'agent_like', label: 'order', fails: true }]);
  const ended = await series('runwright.run.ended');
  expect(ended).toMatchObject([
    { attributes: { 'runwright.run.status': 'failed', 'runwright.run.failure_category': 'block' }, value: 1 },
  ]);
  expect(JSON.stringify([ended, await series('runwright.block.duration')])).not.toContain('secret');
});

it('what is active counts nothing when the engine is closed', async () => {
  const { series } = collectMetrics();
  await execute([{ block_type: 'agent_like', label: 'order' }]);
  for (const name of [
    'runwright.browser.active',
    'runwright.worker.run.active',
    'runwright.worker.run.limit',
  ] as const)
    expect([name, await series(name)]).toEqual([name, [{ attributes: {}, value: 0 }]]);
});

it('runs that no worker takes are counted with the age of the oldest', async () => {
  const { series } = collectMetrics();
  const clock = manualClock();
  const store = memoryStore();
  const { engine, organizationId } = await startEngine({
    drivers: { clock, store },
    settings: { concurrency: 0 },
  });
  const draft = engine.workflows.parse({
    workflow_definition: { blocks: [{ block_type: 'agent_like', label: 'order' }] },
  });
  await engine.runs.startDraft(draft, {}, { organizationId });
  await clock.advance(90_000);
  expect(await series('runwright.run.waiting.count')).toEqual([
    { attributes: { 'runwright.run.concurrency_key': false }, value: 1 },
    { attributes: { 'runwright.run.concurrency_key': true }, value: 0 },
  ]);
  expect(await series('runwright.run.waiting.age')).toEqual([
    { attributes: { 'runwright.run.concurrency_key': false }, value: 90 },
    { attributes: { 'runwright.run.concurrency_key': true }, value: 0 },
  ]);
});

it('a closed engine asks its store nothing', async () => {
  const { names } = collectMetrics();
  const { runs, ...memory } = memoryStore();
  let asked = 0;
  const waiting = async () => {
    asked += 1;
    return [];
  };
  const { engine } = await startEngine({ drivers: { store: { ...memory, runs: { ...runs, waiting } } } });
  await names();
  await engine.close();
  await names();
  expect(asked).toBe(1);
});

it('retries of the store are counted by their reason', async () => {
  const { series } = collectMetrics();
  const store = { ...storeUnderTest(), retries: () => ({ conflicts: 3, connections: 1 }) };
  const stop = observeStore({ store, clock: manualClock() });
  expect(await series('runwright.store.retries')).toEqual([
    { attributes: { 'runwright.retry.reason': 'conflict' }, value: 3 },
    { attributes: { 'runwright.retry.reason': 'connection' }, value: 1 },
  ]);
  stop();
});

it('a store that does not answer leaves out what is read of it, and counts as an error', async () => {
  const { series } = collectMetrics();
  const memory = memoryStore();
  const store = {
    ...memory,
    runs: {
      ...memory.runs,
      waiting: async () => {
        throw new RunwrightError('internal', 'The database is down.');
      },
    },
  };
  await startEngine({ drivers: { store } });
  expect(await series('runwright.run.waiting.count')).toEqual([]);
  const [failed] = await series('runwright.driver.errors');
  expect(failed?.attributes).toEqual({
    'runwright.driver.kind': 'store',
    'runwright.driver.operation': 'runs.waiting',
  });
});

it('a lease that cannot be renewed is lost once, and one that the end of the engine takes is not', async () => {
  const { series } = collectMetrics();
  const clock = manualClock();
  const watched = (shutdown: AbortSignal) =>
    watchRun({
      store: {
        runs: {
          findStatus: async () => null,
          claim: async () => null,
        },
      } as unknown as EngineDeps['store'],
      clock,
      run: { runId: 'wr_1' } as Parameters<typeof watchRun>[0]['run'],
      fence: { owner: 'a', token: 1 },
      leaseMs: 3000,
      deadlineAt: clock.now() + 60_000,
      cancels: { on: () => () => undefined, emit: () => undefined },
      shutdown,
    });
  const lost = watched(new AbortController().signal);
  await clock.advance(1000);
  await clock.advance(1000);
  expect(lost.signal.aborted).toBe(true);
  lost.stop();
  const ended = watched(AbortSignal.abort());
  await clock.advance(1000);
  ended.stop();
  expect(await series('runwright.lease.lost')).toEqual([{ attributes: {}, value: 1 }]);
});

it('leases of workers that died are counted by who ends them', async () => {
  const { series } = collectMetrics();
  const clock = manualClock();
  const stopped = new AbortController();
  const lost = [['wr_1', 'wr_2'], []];
  const deps = {
    clock,
    settings: { leaseMs: 8000 },
    store: { runs: { endExpiredLeases: async () => lost.shift() ?? [], findTurns: async () => new Map() } },
    queue: { enqueue: async () => undefined },
  } as unknown as EngineDeps;
  const ended = recoverLostRuns(deps, stopped.signal);
  await clock.advance(2000);
  await clock.advance(2000);
  stopped.abort();
  await clock.advance(2000);
  await ended;
  expect(await series('runwright.lease.recovered')).toEqual([{ attributes: {}, value: 2 }]);
});

it('an SDK that is registered late, or in place of another one, gets what is recorded from then on', async () => {
  recordMetric('runwright.lease.lost', 1, {});
  const first = collectMetrics();
  recordMetric('runwright.lease.lost', 2, {});
  expect(await first.series('runwright.lease.lost')).toMatchObject([{ value: 2 }]);
  metrics.disable();
  const second = collectMetrics();
  recordMetric('runwright.lease.lost', 4, {});
  expect(await second.series('runwright.lease.lost')).toMatchObject([{ value: 4 }]);
});
