import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, type EgressPolicy, RunwrightError, type Store, Type } from '@runwright/contract';
import { fakeBrowser, manualClock, scriptedModel } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { EngineOptions } from '../api/engine-options.ts';
import { flowEngine, task, type Word } from './flow.test-helpers.ts';
import { storeUnderTest } from './test-engine.test-helpers.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function scene(options: EngineOptions = {}, script: Readonly<Record<string, readonly Word[]>> = {}) {
  const made = await flowEngine(manualClock(), script, { settings: { concurrency: 1 }, ...options });
  closers.push(() => made.engine.close());
  const cancel = (run: { readonly runId: string }) => made.engine.runs.cancel(made.organizationId, run.runId);
  /** Returns whether the only place for runs is free: the next run gets it. */
  const isFree = async () => (await made.finished(await made.begin([task('next')]))).status === 'completed';
  return { ...made, cancel, isFree };
}

const wait = (wait_sec: number) => ({ block_type: 'wait', label: 'w', wait_sec });

it('a run that no worker has seen yet is canceled', async () => {
  const { engine, cancel, begin, get, timeline } = await scene({ settings: { concurrency: 0 } });
  const run = await begin([task('A')]);
  expect((await cancel(run)).status).toBe('canceled');
  expect((await timeline(run)).filter((event) => event.type === 'run-end')).toHaveLength(1);
  expect(await get(run)).toMatchObject({ startedAt: null, output: null });
  expect((await engine.health()).workers).toBe(0);
});

it.each([3, 600])('a wait of %i s ends at once, and the worker is free', async (seconds) => {
  const { cancel, begin, began, rows, isFree, clock } = await scene();
  const run = await begin([wait(seconds), task('after')]);
  await began(run, 'w');
  await cancel(run);
  expect(await rows(run)).toEqual(['w canceled']);
  expect(await isFree()).toBe(true);
  await clock.advance(seconds * 1000);
  expect(await rows(run)).toEqual(['w canceled']);
});

it('a back-off ends at once, and no further attempt is made', async () => {
  const retry = { max_retries: 3, backoff_seconds: 60 };
  const { cancel, begin, until, get, ran, clock, isFree } = await scene({}, { A: ['fail'] });
  const run = await begin([task('A', { retry })]);
  await until(run, (event) => event.type === 'block-end');
  await cancel(run);
  expect(await isFree()).toBe(true);
  await clock.advance(600_000);
  expect(ran).toEqual(['A', 'next']);
  expect((await get(run)).status).toBe('canceled');
});

it('a wait with an open browser ends, and its browser is closed', async () => {
  const browser = fakeBrowser({ pages: [] });
  const opener = defineBlock({
    type: 'open',
    config: Type.Object({}),
    output: Type.Object({}),
    async run(_config, context) {
      await context.browser();
      return {};
    },
  });
  const { cancel, begin, began, clock, isFree } = await scene({ blocks: [opener], drivers: { browser } });
  const run = await begin([{ block_type: 'open', label: 'o' }, wait(600)]);
  await began(run, 'w');
  await cancel(run);
  await clock.advance(1000);
  expect(browser.sessions.map((session) => session.gone.aborted)).toEqual([true]);
  expect(await isFree()).toBe(true);
});

it('a request that gets no answer is aborted', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>();
  const server = createServer((request) => {
    request.socket.on('close', () => hangUp());
    ask();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closers.push(() => new Promise((closed) => server.close(closed)));
  const { port } = server.address() as AddressInfo;
  const egress: EgressPolicy = {
    check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
  };
  const { cancel, begin, isFree } = await scene({ drivers: { egress } });
  const run = await begin([{ block_type: 'http_request', label: 'h', url: `http://127.0.0.1:${port}/` }]);
  await asked;
  await cancel(run);
  await hungUp;
  expect(await isFree()).toBe(true);
});

it('a model call is aborted', async () => {
  const called = Promise.withResolvers<AbortSignal>();
  const model = scriptedModel({
    answers: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        called.resolve(signal);
      }),
  });
  const thinker = defineBlock({
    type: 'think',
    config: Type.Object({}),
    output: Type.Unknown(),
    run: (_config, context) =>
      context.model().generate({
        messages: [{ role: 'user', content: [{ type: 'text', text: 'think' }] }],
        schema: Type.Object({}),
        signal: context.signal,
      }),
  });
  const { cancel, begin, isFree } = await scene({ blocks: [thinker], drivers: { model } });
  const run = await begin([{ block_type: 'think', label: 't' }]);
  const signal = await called.promise;
  await cancel(run);
  expect(await isFree()).toBe(true);
  expect(signal.aborted).toBe(true);
});

it('a block that ignores the signal is abandoned after a second and writes nothing any more', async () => {
  const store: Store = storeUnderTest();
  const gate = Promise.withResolvers<void>();
  const late = Promise.withResolvers<string>();
  const deaf = defineBlock({
    type: 'deaf',
    config: Type.Object({}),
    output: Type.Object({}),
    async run(_config, context) {
      await gate.promise;
      await context.log.record({ type: 'progress', message: 'late', data: null }).then(
        () => late.resolve('written'),
        (error: { code?: string }) => late.resolve(String(error.code)),
      );
      return {};
    },
  });
  const { cancel, begin, began, clock, timeline, isFree } = await scene({
    blocks: [deaf],
    drivers: { store },
  });
  const run = await begin([{ block_type: 'deaf', label: 'd' }]);
  await began(run, 'd');
  await cancel(run);
  const before = await timeline(run);
  await clock.advance(1000);
  expect(await isFree()).toBe(true);
  gate.resolve();
  expect(await late.promise).toBe('canceled');
  expect(await timeline(run)).toEqual(before);
});

it('an engine of another process that cancels reaches the wait of a run within a second', async () => {
  const store: Store = { ...storeUnderTest(), close: async () => undefined };
  const clock = manualClock();
  const worker = await flowEngine(clock, { A: ['hang'] }, { drivers: { store } });
  closers.push(() => worker.engine.close());
  const other = await flowEngine(clock, {}, { drivers: { store }, settings: { concurrency: 0 } });
  closers.push(() => other.engine.close());
  const run = await worker.begin([task('A')]);
  await worker.began(run, 'A');
  await other.engine.runs.cancel(other.organizationId, run.runId);
  await clock.advance(1000);
  expect(worker.aborted).toEqual(['A']);
});

it('a run whose worker writes whenever it is read is canceled all the same', async () => {
  const store = storeUnderTest();
  let tries = 0;
  const runs: Store['runs'] = {
    ...store.runs,
    async commit(runId, writes, fence, options) {
      const isEnd = writes.some((write) => write.type === 'run' && write.patch.status === 'canceled');
      if (fence !== null || !isEnd) return store.runs.commit(runId, writes, fence, options);
      tries += 1;
      throw new RunwrightError('conflict', 'Another revision is there now.');
    },
  };
  const { cancel, begin, began, rows, isFree } = await scene({ drivers: { store: { ...store, runs } } });
  const run = await begin([wait(600)]);
  await began(run, 'w');
  expect((await cancel(run)).status).toBe('canceled');
  expect(tries).toBe(3);
  expect(await rows(run)).toEqual(['w canceled']);
  expect(await isFree()).toBe(true);
});
