import { type BrowserCookie, defineBlock, RunwrightError, type Store, Type } from '@runwright/contract';
import { type FakeBrowser, fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { EngineSettings } from '../api/engine-options.ts';
import { memoryArtifacts } from '../local-drivers/memory-artifacts.ts';
import { agentEngine, closeEngines, each } from './agent-engine.test-helpers.ts';
import { storeUnderTest } from './test-engine.test-helpers.ts';

afterEach(closeEngines);

const masterKey = new Uint8Array(32).fill(7);
const egress = { check: async () => ({ address: '127.0.0.1' }) } as never;
const pages = ['a', 'b', 'c'].map((name) => ({ url: `http://shop.test/${name}` }));
const login: BrowserCookie = {
  name: 'session',
  value: 'signed-in-as-ann',
  domain: 'shop.test',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax',
};

/** What outlives a process. */
function disk() {
  const artifacts = memoryArtifacts();
  const stored = new Map<string, Uint8Array>();
  const store: Store = { ...storeUnderTest(), close: async () => undefined };
  const watched = {
    ...artifacts,
    async put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, options: { signal: AbortSignal }) {
      if (bytes instanceof Uint8Array) stored.set(key, bytes);
      await artifacts.put(key, bytes, options);
    },
    async remove(key: string, options: { signal: AbortSignal }) {
      stored.delete(key);
      await artifacts.remove(key, options);
    },
    close: async () => undefined,
  };
  const states = () =>
    [...stored].filter(([key]) => key.endsWith('/browser-state')).map(([, bytes]) => bytes);
  return { drivers: { store, artifacts: watched, egress }, states };
}

/** A process with a browser. Blocks whose label is in `hangs` stop there until the process ends. */
async function process(
  { drivers }: ReturnType<typeof disk>,
  options: {
    readonly hangs?: readonly string[];
    readonly settings?: EngineSettings;
    readonly tabs?: boolean;
  } = {},
) {
  const browser: FakeBrowser = fakeBrowser({ pages, tabs: options.tabs ?? true });
  const hanging = Promise.withResolvers<void>();
  let hung = 0;
  const visit = defineBlock({
    type: 'visit',
    config: Type.Object({
      url: Type.Optional(Type.String()),
      cookie: Type.Boolean({ default: false }),
    }),
    output: Type.Record(Type.String(), Type.Unknown()),
    onWorkerLost: 'repeat',
    async run({ url, cookie }, context) {
      const { label, attempt, signal, hasPage } = context;
      const session = await context.browser();
      const view = await session.page.read({ mode: 'extract', signal });
      const cookies = browser.sessions.at(-1)?.cookies.map(({ value }) => value) ?? [];
      if (url) await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
      if (cookie) browser.sessions.at(-1)?.cookies.push(login);
      if (options.hangs?.includes(label)) {
        hung += 1;
        hanging.resolve();
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }
      return { at: view.url, cookies, attempt, hasPage };
    },
  });
  const settings = { masterKey, takeOver: true, ...options.settings };
  const scene = await agentEngine(undefined, { blocks: [visit], drivers: { ...drivers, browser }, settings });
  return { ...scene, browser, hanging: hanging.promise, hung: () => hung };
}

const visit = (label: string, members: object = {}) => ({ block_type: 'visit', label, ...members });
const at = (name: string) => `http://shop.test/${name}`;

async function noticesOf({ engine, organizationId }: Awaited<ReturnType<typeof process>>, runId: string) {
  const events = await engine.runs.timeline(organizationId, runId);
  return events.flatMap((event) =>
    event.type === 'thought' && event.thoughtType === 'notice' ? [event.thought ?? ''] : [],
  );
}

it('a run goes on after a restart with its login and its page, and the timeline says so', async () => {
  const kept = disk();
  const first = await process(kept, { hangs: ['b'] });
  const { runId } = await first.begin({
    blocks: [visit('a', { url: at('a'), cookie: true }), visit('b'), visit('c')],
  });
  await first.hanging;
  await first.engine.close();
  const second = await process(kept);
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run).toMatchObject({
    status: 'completed',
    output: {
      a_output: { at: 'about:blank', cookies: [], hasPage: false },
      b_output: { at: at('a'), cookies: [login.value], attempt: 2, hasPage: true },
      c_output: { at: at('a'), cookies: [login.value], hasPage: true },
    },
  });
  expect((await noticesOf(second, runId)).join('\n')).toMatch(
    /opened again after a restart, with the cookies[\s\S]*pages that the run had open before a restart were loaded again \(1\)/,
  );
});

it('an attempt that was lost is followed by one that begins where it began, not where it was lost', async () => {
  const kept = disk();
  const first = await process(kept, { hangs: ['b'] });
  const { runId } = await first.begin({
    blocks: [visit('a', { url: at('a') }), visit('b', { url: at('b'), cookie: true })],
  });
  await first.hanging;
  await first.engine.close();
  const second = await process(kept);
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run.output).toMatchObject({ b_output: { at: at('a'), cookies: [], attempt: 2 } });
});

it('a state that was stored just before its block could end does not count', async () => {
  const kept = disk();
  const { store } = kept.drivers;
  const dead = Promise.withResolvers<void>();
  let isDead = false;
  // The process dies between the state after `b` and the commit that ends `b`.
  const dying: Store = {
    ...store,
    runs: {
      ...store.runs,
      async commit(runId, writes, fence, options) {
        if (writes.some((write) => write.type === 'attempt' && write.attempt.label === 'c')) {
          isDead = true;
          dead.resolve();
        }
        if (isDead) throw new RunwrightError('lease_lost', 'The process is dead.');
        return store.runs.commit(runId, writes, fence, options);
      },
      claim: async (...args) => (isDead ? null : store.runs.claim(...args)),
    },
  };
  const first = await process({ ...kept, drivers: { ...kept.drivers, store: dying } });
  const { runId } = await first.begin({
    blocks: [visit('a', { url: at('a') }), visit('b', { url: at('b'), cookie: true }), visit('c')],
  });
  await dead.promise;
  await first.engine.close();
  const second = await process(kept);
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run.output).toMatchObject({
    b_output: { at: at('a'), cookies: [], attempt: 2 },
    c_output: { at: at('b'), cookies: [login.value] },
  });
});

it.each([true, false])('iterations at once go on with their own pages, with tabs: %s', async (tabs) => {
  const kept = disk();
  const first = await process(kept, { hangs: ['Y'], tabs });
  const body = [visit('X', { url: 'http://shop.test/{{ current_value }}' }), visit('Y')];
  const { runId } = await first.begin({
    blocks: [visit('S', { url: at('c') }), each('L', ['a', 'b'], body, { concurrency: 2 }), visit('E')],
  });
  await first.hanging;
  await expect.poll(first.hung).toBe(tabs ? 2 : 1);
  await first.engine.close();
  const second = await process(kept, { tabs });
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run).toMatchObject({
    status: 'completed',
    output: {
      L_output: [
        [{}, { output_value: { at: at('a') } }],
        [{}, { output_value: { at: at('b') } }],
      ],
    },
  });
  if (tabs) expect(run.output).toMatchObject({ E_output: { at: at('c') } });
});

it('the saved state of a browser is encrypted, and deleted when the run ends', {
  tags: ['security'],
}, async () => {
  const kept = disk();
  const first = await process(kept, { hangs: ['b'] });
  const blocks = [visit('a', { url: at('a'), cookie: true }), visit('b')];
  const ended = await first.begin({ blocks });
  await first.hanging;
  const [bytes] = kept.states();
  const text = Buffer.from(bytes ?? []).toString();
  expect(text.length).toBeGreaterThan(100);
  for (const shown of [text, Buffer.from(text, 'base64').toString()]) {
    expect(shown).not.toContain(login.value);
    expect(shown).not.toContain('shop.test');
  }
  await first.engine.close();
  const second = await process(kept, { hangs: ['c'] });
  await second.engine.runs.finished(second.organizationId, ended.runId);
  expect(kept.states()).toEqual([]);
  const canceled = await second.begin({ blocks: [visit('a', { url: at('a') }), visit('c')] });
  await second.hanging;
  expect(kept.states()).toHaveLength(1);
  await second.engine.runs.cancel(second.organizationId, canceled.runId);
  await second.engine.close();
  expect(kept.states()).toEqual([]);
});

it('a state that is too large is not saved, and the timeline reports it', async () => {
  const kept = disk();
  const settings = { limits: { browserStateBytes: 100 } };
  const first = await process(kept, { hangs: ['b'], settings });
  const { runId } = await first.begin({
    blocks: [visit('a', { url: at('a'), cookie: true }), visit('b')],
  });
  await first.hanging;
  expect((await noticesOf(first, runId)).at(-1)).toMatch(
    /have \d+ bytes, more than the 100 that are kept: .* goes on without them\.$/,
  );
  await first.engine.close();
  const second = await process(kept, { settings });
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run.output).toMatchObject({ b_output: { at: at('a'), cookies: [] } });
});

it('a state that was changed or is of another run is not used', { tags: ['security'] }, async () => {
  const kept = disk();
  const first = await process(kept, { hangs: ['b'] });
  const { runId, organizationId } = await first.begin({
    blocks: [visit('a', { url: at('a'), cookie: true }), visit('b')],
  });
  await first.hanging;
  await first.engine.close();
  const { signal } = new AbortController();
  const key = `${organizationId}/${runId}/browser-state`;
  const text = Buffer.from((await kept.drivers.artifacts.get(key, { signal })) ?? []).toString();
  await kept.drivers.artifacts.put(key, Buffer.from(`${text.slice(0, -8)}AAAAAAA=`), { signal });
  const second = await process(kept);
  const run = await second.engine.runs.finished(second.organizationId, runId);
  expect(run.output).toMatchObject({ b_output: { at: 'about:blank', cookies: [] } });
  expect((await noticesOf(second, runId)).join()).toContain('The saved state of the browser cannot be read');
  expect(kept.states()).toEqual([]);
});
