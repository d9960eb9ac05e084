import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type LiveCommand, type LiveConnection, type LiveMessage } from '@runwright/client';
import { defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine, egressPolicy, memoryQueue, memoryStore } from '@runwright/core';
import { httpAdapter, httpUrls, serverOptions, serveWorkerEndpoint } from '@runwright/http-adapter';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sharedBrowser, startsBrowsers } from './shared-browser.test-helpers.ts';

const form = `<!doctype html><title>Sign up</title><style>body{margin:0}input,button{position:absolute;left:20px;width:200px;height:30px}</style>
<p id="clock" style="position:absolute;left:300px">0</p>
<input aria-label="Name" style="top:100px"><input aria-label="Password" type="password" style="top:200px">
<button style="top:300px" onclick="document.title = document.querySelector('input').value">Send</button>
<script>setInterval(() => { clock.textContent = Number(clock.textContent) + 1 }, 500)</script>`;

let open: AsyncDisposable[];
let site: Server;
let worker: Engine;
let api: Engine;
let organizationId: string;
let base: string;
let opened: PromiseWithResolvers<void>;
let goOn: PromiseWithResolvers<void>;
let asked: boolean;

/** Opens the form, waits for the test, and presses "Send"; when its view is too old, by another one. */
const submit = defineBlock({
  type: 'submit',
  config: Type.Object({ url: Type.String() }),
  output: Type.Object({ first: Type.String(), title: Type.String(), text: Type.String() }),
  async run({ url }, { browser, signal }) {
    const { page } = await browser();
    await page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
    const view = await page.read({ mode: 'action', signal });
    const send = (elements: readonly { readonly id: string; readonly name: string }[]) =>
      elements.find(({ name }) => name === 'Send')?.id ?? '';
    opened.resolve();
    const stopped = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => stopped.reject(signal.reason));
    await Promise.race([goOn.promise, stopped.promise]);
    asked = true;
    const click = { action_type: 'click', id: send(view.elements()) } as const;
    const first = await page.act(click, { epoch: view.epoch, signal });
    const newer = await page.read({ mode: 'action', signal });
    await page.act({ action_type: 'click', id: send(newer.elements()) }, { epoch: newer.epoch, signal });
    const { title, text } = await page.read({ mode: 'extract', signal });
    return { first: String(first.code ?? first.status), title, text };
  },
});

/** An API process that executes nothing, and a worker with a real browser, on one store. */
beforeEach(async () => {
  open = [];
  opened = Promise.withResolvers();
  goOn = Promise.withResolvers();
  asked = false;
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(form);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  open.push({
    async [Symbol.asyncDispose]() {
      site.closeAllConnections();
      site.close();
    },
  });
  const shared = {
    store: { ...memoryStore(), now: () => Date.now(), close: async () => undefined },
    queue: { ...memoryQueue(), close: async () => undefined },
    egress: egressPolicy({ allowedHosts: [new URL(siteUrl()).host] }),
  };
  const masterKey = new Uint8Array(32).fill(7);
  const urls = httpUrls({ publicUrl: 'https://runs.example' });
  const start = async (concurrency: number): Promise<Engine> => {
    const engine = await createEngine({
      blocks: [submit],
      drivers: { ...shared, ...(concurrency > 0 ? { browser: sharedBrowser() } : {}) },
      settings: { concurrency, masterKey, recordings: { video: false, har: false, console: false } },
      urls,
    });
    open.push(engine);
    if (concurrency > 0) {
      const endpoint = await serveWorkerEndpoint(engine, { host: '127.0.0.1', port: 0 });
      open.push(endpoint);
      await engine.workers.announce(`http://127.0.0.1:${endpoint.port}`);
    }
    await engine.start();
    return engine;
  };
  worker = await start(1);
  api = await start(0);
  ({ organizationId } = await worker.organizations.first());
  const app = fastify(serverOptions({ log: { write: () => undefined } }));
  await app.register(httpAdapter, { engine: api, version: '1' });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
  open.push({ [Symbol.asyncDispose]: () => app.close() });
});
afterEach(async () => {
  for (const resource of open.toReversed()) await resource[Symbol.asyncDispose]();
});

const siteUrl = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

async function startRun(): Promise<string> {
  const { workflowPermanentId } = await worker.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'submit', label: 'S', url: siteUrl() }] },
  });
  const { runId } = await worker.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await opened.promise;
  return runId;
}

interface Viewer {
  readonly connection: LiveConnection;
  readonly messages: readonly LiveMessage[];
  readonly frames: readonly Blob[];
  readonly ends: readonly number[];
  /** Waits for a message with these members. */
  told(members: object): Promise<void>;
}

const keyOf = async (name: string) => (await worker.keys.create(organizationId, { name })).text;

async function watch(id: string, apiKey: string, control = true): Promise<Viewer> {
  const messages: LiveMessage[] = [];
  const frames: Blob[] = [];
  const ends: number[] = [];
  const connection = await createClient({ url: base, apiKey }).live.connect(
    id,
    {
      onMessage: (message) => messages.push(message),
      onFrame: (jpeg) => frames.push(jpeg),
      onClose: ({ code }) => ends.push(code),
    },
    { control },
  );
  open.push({ [Symbol.asyncDispose]: async () => connection.close() });
  const told = async (members: object) => {
    await expect.poll(() => messages).toContainEqual(expect.objectContaining(members));
  };
  await told({ type: 'state' });
  return { connection, messages, frames, ends, told };
}

function click({ connection }: Viewer, y: number): void {
  const at = { x: 100, y };
  const inputs: readonly LiveCommand[] = [
    { type: 'mouse', action: 'move', ...at },
    { type: 'mouse', action: 'down', ...at },
    { type: 'mouse', action: 'up', ...at },
  ];
  for (const input of inputs) connection.send(input);
}

it(
  'a person watches a moving page, types into it while the agent waits, and hands it back',
  startsBrowsers,
  async () => {
    const runId = await startRun();
    const ann = await keyOf('ann');
    const person = await watch(runId, ann);
    // The page may look the same in the first pictures: what moves has perhaps not been painted yet.
    const pictures = () =>
      Promise.all(person.frames.map(async (jpeg) => Buffer.from(await jpeg.bytes()).toString('base64')));
    await expect.poll(async () => new Set(await pictures()).size).toBeGreaterThan(2);
    expect([...((await person.frames[0]?.bytes()) ?? [])].slice(0, 3)).toEqual([0xff, 0xd8, 0xff]);
    await person.told({
      type: 'state',
      url: siteUrl(),
      title: 'Sign up',
      control: 'nobody',
      can_control: true,
    });

    const plain = await fetch(`${base}/v1/runs/${runId}/live`, { headers: { 'x-api-key': ann } });
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
    person.connection.send({ type: 'take-over' });
    await person.told({ type: 'granted' });
    const other = await watch(runId, await keyOf('ben'));
    other.connection.send({ type: 'take-over' });
    await other.told({ type: 'refused', reason: 'taken' });
    other.connection.send({ type: 'text', text: 'not mine' });
    await other.told({ type: 'error', code: 'no_control' });

    goOn.resolve();
    await expect.poll(() => asked).toBe(true);
    click(person, 115);
    person.connection.send({ type: 'text', text: 'Ann' });
    click(person, 215);
    for (const key of 'hunter-22') person.connection.send({ type: 'key', action: 'press', key });
    // Control that is handed back waits only a while for inputs that are under way.
    await person.told({ type: 'hidden-typed', characters: 9 });
    person.connection.send({ type: 'hand-back' });
    await person.told({ type: 'handed-back', reason: 'person' });

    const run = await api.runs.finished(organizationId, runId);
    expect(run.output).toMatchObject({ S_output: { first: 'stale_target', title: 'Ann' } });
    const client = createClient({ url: base, apiKey: ann });
    const timeline = await client.runs.timeline(runId);
    expect(JSON.stringify([run.output, timeline])).not.toContain('hunter-22');
    const takeOver = timeline.find(({ type }) => type === 'take_over')?.take_over;
    expect(takeOver).toMatchObject({ status: 'ended', ended_by: 'person' });
    const actions = (takeOver?.actions ?? []) as readonly object[];
    expect(actions).toMatchObject([
      { action_type: 'click', description: 'textbox "Name"' },
      { action_type: 'input_text', text: 'Ann', masked: false },
      { action_type: 'click', description: 'textbox "Password"' },
      { action_type: 'input_text', text: null, masked: true },
    ]);
    await expect.poll(() => person.ends).toEqual([1000]);
  },
);

it('control of a connection that is lost is handed back, and the run goes on', {
  tags: ['extended'],
}, async () => {
  const runId = await startRun();
  const person = await watch(runId, await keyOf('ann'));
  person.connection.send({ type: 'take-over' });
  await person.told({ type: 'granted' });
  goOn.resolve();
  await expect.poll(() => asked).toBe(true);
  person.connection.close();
  const run = await api.runs.finished(organizationId, runId);
  expect(run.status).toBe('completed');
  const timeline = await createClient({ url: base, apiKey: await keyOf('reader') }).runs.timeline(runId);
  const [takeOver] = timeline.flatMap(({ take_over }) => take_over ?? []);
  expect(takeOver).toMatchObject({ ended_by: 'closed' });
});

it('who may only watch, and who is of another organization, gets no control', {
  tags: ['security'],
}, async () => {
  const runId = await startRun();
  const { text: readKey } = await worker.keys.create(organizationId, { name: 'r', scopes: ['read'] });
  const viewer = await watch(runId, readKey, false);
  await viewer.told({ type: 'state', can_control: false });
  viewer.connection.send({ type: 'take-over' });
  await viewer.told({ type: 'refused', reason: 'not_allowed' });
  viewer.connection.send({ type: 'text', text: 'a' });
  await viewer.told({ type: 'error', code: 'no_control' });
  await expect(watch(runId, readKey)).rejects.toMatchObject({ status: 403 });
  const rival = await worker.organizations.create({ name: 'Rival' });
  const { text: rivalKey } = await worker.keys.create(rival.organizationId, { name: 'rival' });
  await expect(watch(runId, rivalKey)).rejects.toMatchObject({ status: 404 });
  const foreign = await fetch(`${base}/v1/runs/${runId}/live`, { headers: { 'x-api-key': rivalKey } });
  expect(foreign.status).toBe(404);
  await worker.runs.cancel(organizationId, runId);
  await expect.poll(() => viewer.ends).toEqual([1000]);
  const answer = await fetch(`${base}/v1/runs/${runId}/live`, { headers: { 'x-api-key': readKey } });
  expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
    409,
    expect.stringContaining('has ended (canceled)'),
  ]);
});
