import {
  defineBlock,
  type Json,
  type JsonObject,
  type ManualInput,
  type TimelineEvent,
  Type,
} from '@runwright/contract';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { LiveEvent, LivePerson, LiveView } from '../api/live-views-api.ts';
import { toTimelineItems } from '../records/timeline.ts';

const engines: Engine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

const until = (fact: () => unknown): Promise<void> => expect.poll(fact, { interval: 5 }).toBeTruthy();

/** A run whose agent has read a form, and clicks "Send" when it is told to. */
async function openScene() {
  const clock = manualClock();
  const hasRead = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const steps: string[] = [];
  const fill = defineBlock({
    type: 'fill',
    config: Type.Object({}),
    output: Type.Object({ code: Type.Union([Type.String(), Type.Null()]), text: Type.String() }),
    async run(_config, { browser, signal }) {
      const { page } = await browser();
      await page.act({ action_type: 'goto_url', url: 'http://shop.test/form' }, { epoch: 0, signal });
      const view = await page.read({ mode: 'action', signal });
      hasRead.resolve();
      const stopped = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => stopped.reject(signal.reason));
      await Promise.race([go.promise, stopped.promise]);
      steps.push('asked');
      const { code = null } = await page.act(
        { action_type: 'click', id: 'a3' },
        { epoch: view.epoch, signal },
      );
      steps.push('answered');
      const { text } = await page.read({ mode: 'action', signal });
      return { code, text };
    },
  });
  const browser = fakeBrowser({
    pages: [
      {
        url: 'http://shop.test/form',
        title: 'Form',
        elements: [
          { id: 'a1', kind: 'textbox', name: 'Name' },
          { id: 'a2', kind: 'password', name: 'Password' },
          { id: 'a3', kind: 'button', name: 'Send' },
        ],
      },
    ],
  });
  const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
  const store = storeUnderTest();
  const engine = await createTestEngine({ blocks: [fill], drivers: { clock, browser, egress, store } });
  engines.push(engine);
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'fill', label: 'F' }] },
  });
  await engine.start();
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await hasRead.promise;
  const person = (fields: Partial<LivePerson> = {}): LivePerson => ({
    ...{ organizationId, apiKeyId: 'key_1', mayControl: true, ...fields },
  });
  const watch = async (fields: Partial<LivePerson> = {}) => {
    const view = await engine.liveViews.open(runId, person(fields));
    const events: LiveEvent[] = [];
    view.listen((event) => events.push(event));
    const told = (type: LiveEvent['type']) => until(() => events.some((event) => event.type === type));
    return { view, events, told };
  };
  const timeline = async () => {
    const run = await engine.runs.get(organizationId, runId);
    const events: readonly TimelineEvent[] = await store.timeline.read(runId, { limit: 500 });
    return toTimelineItems(run, events, { order: 'asc' })
      .map(({ take_over }) => take_over)
      .filter((takeOver): takeOver is JsonObject => takeOver !== null);
  };
  return { engine, organizationId, runId, browser, clock, go, steps, person, watch, timeline };
}

type Scene = Awaited<ReturnType<typeof openScene>>;

const finished = ({ engine, organizationId, runId }: Scene) => engine.runs.finished(organizationId, runId);

function press(view: LiveView, y: number): void {
  for (const action of ['down', 'up'] as const) view.send({ type: 'mouse', action, x: 5, y });
}

const inputs = ({ browser }: Scene): readonly ManualInput[] => browser.sessions[0]?.manualInputs ?? [];

it('the agent waits while a person types, and plans anew afterwards; the timeline tells what was done', async () => {
  const scene = await openScene();
  const { view, events, told } = await scene.watch();
  expect([view.control, view.canControl]).toEqual(['nobody', true]);
  view.takeOver();
  await told('granted');
  expect(view.control).toBe('you');
  await until(async () => (await scene.timeline()).length > 0);
  expect(await scene.timeline()).toMatchObject([{ status: 'running', ended_by: null }]);
  scene.go.resolve();
  await until(() => scene.steps.includes('asked'));
  press(view, 5);
  view.send({ type: 'text', text: 'Ann' });
  press(view, 15);
  for (const key of 'hunter22') view.send({ type: 'key', action: 'press', key });
  await until(() => inputs(scene).length === 13);
  expect(scene.steps).toEqual(['asked']);
  view.handBack();
  await told('handed-back');
  expect(view.control).toBe('nobody');
  const run = await finished(scene);
  expect(run.output).toMatchObject({ F_output: { code: 'stale_target' } });
  expect(JSON.stringify(run.output)).toContain('=Ann');
  const [takeOver, ...others] = await scene.timeline();
  expect(others).toEqual([]);
  expect(takeOver).toMatchObject({ status: 'ended', ended_by: 'person', api_key_id: 'key_1' });
  expect(takeOver?.workflow_run_block_id).toMatch(/^wrb_/);
  const actions = (takeOver?.actions ?? []) as readonly Record<string, Json>[];
  expect(
    actions.map(({ action_type, description, text, masked }) => [action_type, description, text, masked]),
  ).toEqual([
    ['click', 'textbox "Name"', null, false],
    ['input_text', 'textbox "Name"', 'Ann', false],
    ['click', 'textbox "Password"', null, false],
    ['input_text', 'textbox "Password"', null, true],
  ]);
  expect(JSON.stringify(takeOver)).not.toContain('hunter22');
  // Only how much arrived in the field that pictures show painted over.
  expect(events.filter(({ type }) => type === 'hidden-typed')).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((characters) => ({ type: 'hidden-typed', characters })),
  );
});

it('a second person is refused while the first has control, and gets it afterwards', async () => {
  const scene = await openScene();
  const [first, second] = [await scene.watch(), await scene.watch({ apiKeyId: 'key_2' })];
  first.view.takeOver();
  await first.told('granted');
  second.view.takeOver();
  await second.told('refused');
  expect(second.events).toContainEqual(expect.objectContaining({ type: 'refused', reason: 'taken' }));
  expect(second.view.control).toBe('other');
  expect(second.view.send({ type: 'text', text: 'a' })).toBe('no_control');
  first.view.handBack();
  await first.told('handed-back');
  second.view.takeOver();
  await second.told('granted');
});

it('who may only watch gets no control, and nobody of another organization gets a view', {
  tags: ['security'],
}, async () => {
  const scene = await openScene();
  const { view, events, told } = await scene.watch({ mayControl: false });
  expect(view.canControl).toBe(false);
  view.takeOver();
  await told('refused');
  expect(events).toContainEqual(expect.objectContaining({ type: 'refused', reason: 'not_allowed' }));
  expect(view.send({ type: 'text', text: 'a' })).toBe('no_control');
  expect(inputs(scene)).toEqual([]);
  const rival = scene.person({ organizationId: 'o_rival' });
  const unknown = { code: 'not_found' };
  await expect(scene.engine.liveViews.open(scene.runId, rival)).rejects.toMatchObject(unknown);
  await expect(scene.engine.liveViews.hop(scene.runId, rival)).rejects.toMatchObject(unknown);
  await expect(scene.engine.liveViews.createToken(scene.runId, rival)).rejects.toMatchObject(unknown);
});

it('a connection that is lost keeps control for 10 s for the same key, then hands it back', async () => {
  const scene = await openScene();
  const first = await scene.watch();
  first.view.takeOver();
  await first.told('granted');
  first.view.leave();
  await scene.clock.advance(9000);
  const other = await scene.watch({ apiKeyId: 'key_2' });
  other.view.takeOver();
  await other.told('refused');
  const again = await scene.watch();
  again.view.takeOver();
  await again.told('granted');
  await scene.clock.advance(20_000);
  expect(again.view.control).toBe('you');
  again.view.leave();
  await scene.clock.advance(10_000);
  scene.go.resolve();
  expect((await finished(scene)).status).toBe('completed');
  expect((await scene.timeline()).map(({ ended_by }) => ended_by)).toEqual(['closed']);
});

it('control of a lost connection is kept from others where people have no keys', async () => {
  const scene = await openScene();
  const first = await scene.watch({ apiKeyId: null });
  first.view.takeOver();
  await first.told('granted');
  first.view.leave();
  const other = await scene.watch({ apiKeyId: null });
  other.view.takeOver();
  await other.told('refused');
  await scene.clock.advance(10_000);
  scene.go.resolve();
  expect((await finished(scene)).status).toBe('completed');
});

it('control ends after 300 s without an input', async () => {
  const scene = await openScene();
  const { view, events, told } = await scene.watch();
  view.takeOver();
  await told('granted');
  await scene.clock.advance(299_000);
  view.send({ type: 'mouse', action: 'move', x: 1, y: 1 });
  await until(() => inputs(scene).length === 1);
  await scene.clock.advance(299_000);
  expect(view.control).toBe('you');
  await scene.clock.advance(2000);
  await told('handed-back');
  expect(events).toContainEqual(expect.objectContaining({ type: 'handed-back', reason: 'idle' }));
  scene.go.resolve();
  expect((await finished(scene)).status).toBe('completed');
  expect((await scene.timeline()).map(({ ended_by }) => ended_by)).toEqual(['idle']);
});

it('a run is canceled while a person has control, also when its agent waits', async () => {
  const scene = await openScene();
  const { view, events, told } = await scene.watch();
  view.takeOver();
  await told('granted');
  scene.go.resolve();
  await until(() => scene.steps.includes('asked'));
  await scene.engine.runs.cancel(scene.organizationId, scene.runId);
  await told('handed-back');
  expect(events).toContainEqual(expect.objectContaining({ type: 'handed-back', reason: 'run_canceled' }));
  expect((await finished(scene)).status).toBe('canceled');
  expect(scene.steps).toEqual(['asked']);
  await expect
    .poll(async () => (await scene.timeline()).map(({ ended_by }) => ended_by))
    .toEqual(['run_canceled']);
});

it('a crash of the browser ends control, and the view', async () => {
  const scene = await openScene();
  const { view, events, told } = await scene.watch();
  view.takeOver();
  await told('granted');
  const frames = view.frames({ signal: new AbortController().signal })[Symbol.asyncIterator]();
  expect((await frames.next()).value).toMatchObject({ url: 'http://shop.test/form', title: 'Form' });
  scene.browser.sessions[0]?.crash();
  await told('handed-back');
  expect(events).toContainEqual(expect.objectContaining({ type: 'handed-back', reason: 'browser_gone' }));
  expect((await frames.next()).done).toBe(true);
  view.takeOver();
  await told('refused');
  expect((await scene.timeline()).map(({ ended_by }) => ended_by)).toEqual(['browser_gone']);
});

it('a person who asks during an action waits for its end, and may take the request back', async () => {
  const scene = await openScene();
  const { view, events, told } = await scene.watch();
  const acting = Promise.withResolvers<void>();
  const session = scene.browser.sessions[0];
  if (!session) throw new Error('no browser');
  const { read } = session.page;
  Object.assign(session.page, {
    read: async (request: Parameters<typeof read>[0]) => {
      await acting.promise;
      return read(request);
    },
  });
  scene.go.resolve();
  await until(() => scene.steps.includes('answered'));
  view.takeOver();
  expect([view.isPending, view.control]).toEqual([true, 'nobody']);
  view.handBack();
  expect(view.isPending).toBe(false);
  view.takeOver();
  acting.resolve();
  await told('granted');
  // That was the last call of the run.
  await told('handed-back');
  expect(events).toContainEqual(expect.objectContaining({ type: 'handed-back', reason: 'run_ended' }));
  expect((await scene.timeline()).map(({ ended_by }) => ended_by)).toEqual(['run_ended']);
});

it('a run that has ended or has opened no browser has no view, and says why', async () => {
  const scene = await openScene();
  scene.go.resolve();
  await finished(scene);
  await expect(scene.engine.liveViews.open(scene.runId, scene.person())).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('has ended (completed)'),
  });
});

it('a token names its person, for one run and 60 s', { tags: ['security'] }, async () => {
  const { engine, clock, runId, person } = await openScene();
  const { liveViews } = engine;
  const { token, expiresAt } = await liveViews.createToken(runId, person({ mayControl: false }));
  expect(expiresAt).toBe(clock.now() + 60_000);
  expect(liveViews.verifyToken(token, runId)).toEqual(person({ mayControl: false }));
  expect(liveViews.verifyToken(token, 'wr_2')).toBeNull();
  const [said = '', mark] = token.split('.');
  const forged = Buffer.from(Buffer.from(said, 'base64url').toString().replace('false', 'true'));
  expect(liveViews.verifyToken(`${forged.toString('base64url')}.${mark}`, runId)).toBeNull();
  for (const text of ['', '.', 'a.b', `${said}.`]) expect(liveViews.verifyToken(text, runId)).toBeNull();
  expect(liveViews.verifyHop(`Bearer ${token}`, runId, false)).toBeNull();
  await clock.advance(60_000);
  expect(liveViews.verifyToken(token, runId)).toBeNull();
});

it('a revoked key ends its view and hands back at once, also while its connection is lost', {
  tags: ['security'],
}, async () => {
  for (const isLost of [false, true]) {
    const scene = await openScene();
    const { engine, organizationId } = scene;
    await engine.keys.create(organizationId, { name: 'another' });
    const { key } = await engine.keys.create(organizationId, { name: 'of a person' });
    const { view, told } = await scene.watch({ apiKeyId: key.apiKeyId });
    const other = await scene.watch();
    const frames = (async () => {
      for await (const _frame of view.frames({ signal: new AbortController().signal }));
    })();
    view.takeOver();
    await told('granted');
    if (isLost) view.leave();
    await engine.keys.revoke(organizationId, key.apiKeyId);
    expect(view.ended.aborted).toBe(true);
    expect(view.send({ type: 'text', text: 'late' })).toBe('no_control');
    await frames;
    await until(() => other.view.control === 'nobody');
    expect((await scene.timeline()).at(-1)).toMatchObject({ ended_by: 'closed' });
    expect(other.view.ended.aborted).toBe(false);
    scene.go.resolve();
    await finished(scene);
  }
});

it('a token of a key that was revoked since opens no view', { tags: ['security'] }, async () => {
  const scene = await openScene();
  const { engine, organizationId, runId } = scene;
  await engine.keys.create(organizationId, { name: 'another' });
  const { key } = await engine.keys.create(organizationId, { name: 'of a person' });
  const { token } = await engine.liveViews.createToken(runId, scene.person({ apiKeyId: key.apiKeyId }));
  await engine.keys.revoke(organizationId, key.apiKeyId);
  const person = engine.liveViews.verifyToken(token, runId);
  if (!person) throw new Error('The token is not valid.');
  const refused = { code: 'forbidden', message: 'Invalid credentials' };
  await expect(engine.liveViews.open(runId, person)).rejects.toMatchObject(refused);
  await expect(engine.liveViews.hop(runId, person)).rejects.toMatchObject(refused);
});
