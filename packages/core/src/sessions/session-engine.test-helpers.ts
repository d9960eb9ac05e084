import { defineBlock, parameterFields, type Store, Type } from '@runwright/contract';
import { type FakePage, fakeBrowser, manualClock } from '@runwright/testing';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';

const engines: Engine[] = [];

/** Closes the engines of a test; call it after each test. */
export async function closeSessionEngines(): Promise<void> {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
}

const pages: readonly FakePage[] = [
  { url: 'http://shop.test/a' },
  {
    url: 'http://shop.test/b',
    elements: [{ id: 'a1', kind: 'button', name: 'Export' }],
    onAction: (action) =>
      action.action_type === 'click'
        ? { downloads: [{ filename: 'orders.csv', content: 'total\n3' }] }
        : undefined,
  },
];

/** A block that goes to its address, if it has one, waits if it is told to, and says where the browser is. */
const visit = defineBlock({
  type: 'visit',
  config: Type.Object({ url: Type.Optional(Type.String()), hang: Type.Optional(Type.Boolean()) }),
  output: Type.Object({ before: Type.String(), cookies: Type.Array(Type.String()) }),
  async run({ url, hang }, { browser, signal }) {
    const session = await browser();
    const { url: before } = await session.page.read({ mode: 'extract', signal });
    if (url) await session.page.act({ action_type: 'goto_url', url }, { epoch: 1, signal });
    if (hang) {
      signal.throwIfAborted();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    return { before, cookies: [] };
  },
});

/** What a task run consists of; it needs no agent here. */
const task = defineBlock({
  type: 'task',
  config: Type.Object({ navigation_goal: Type.String(), ...parameterFields }),
  output: Type.Object({}),
  run: async () => ({}),
});

/** An engine on a manual clock with a fake browser, and two organizations. */
export async function openSessionEngine(options: EngineOptions = {}, given: { readonly store?: Store } = {}) {
  const clock = manualClock();
  const store = given.store ?? storeUnderTest();
  const browser = fakeBrowser({ pages, recordings: [video] });
  const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
  const engine = await createTestEngine({
    ...options,
    blocks: [visit, task],
    drivers: { store, clock, browser, egress, ...options.drivers },
  });
  engines.push(engine);
  const { organizationId } = await engine.organizations.first();
  const rival = 'o_rival';
  await store.organizations.put({
    organizationId: rival,
    name: 'Rival',
    createdAt: Number.MAX_SAFE_INTEGER,
    modifiedAt: 1,
    retentionDays: null,
    deletedAt: null,
  });
  await engine.start();

  const workflow = async (block: object = {}, draft: object = {}) => {
    const blocks = [{ block_type: 'visit', label: 'V', ...block }];
    const workflow_definition = { parameters: [], blocks };
    const made = await engine.workflows.create(organizationId, {
      title: 'Visit',
      workflow_definition,
      ...draft,
    });
    return made.workflowPermanentId;
  };
  const begin = async (request: object, block: object = {}) =>
    engine.runs.start({ workflow_id: await workflow(block), ...request }, { organizationId });
  const session = async (id: string) => (await engine.browserSessions.get(organizationId, id)).session;
  /** Creates a session and waits until its browser is up. */
  const open = async (request: object = {}) => {
    const made = await engine.browserSessions.create(organizationId, request);
    await until(async () => (await session(made.session.browserSessionId)).status === 'running');
    return session(made.session.browserSessionId);
  };
  return { engine, store, clock, browser, organizationId, rival, workflow, begin, session, open };
}

const video = { type: 'recording', content: new Uint8Array([1, 2, 3]), contentType: 'video/webm' } as const;

/** Waits for a fact. */
export async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}
