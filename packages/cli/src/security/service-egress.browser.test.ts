import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { defineBlock, RunwrightError, Type } from '@runwright/contract';
import { createEngine, type Engine, memorySecrets } from '@runwright/core';
import { scriptedModel } from '@runwright/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sharedBrowser } from '../shared-browser.test-helpers.ts';
import type { AddressForm } from './address-forms.test-helpers.ts';
import { type AttackTargets, type Attempt, startAttackTargets } from './egress-attack.test-helpers.ts';

/** An attempt that goes on for longer than this is held: the longest limit of a connection is 20 s. */
const limitMs = 60_000;
const secret = 'canary-secret-key-0123456789';

/** Brings a file for the blocks that send one. */
const bring = defineBlock({
  type: 'bring',
  config: Type.Object({}),
  output: Type.Unknown(),
  async run(_config, { files }) {
    return { downloaded_files: [await files.save({ name: 'report.csv', content: 'total\n3' })] };
  },
});

type MakeBlock = (form: AddressForm) => object;
const byUrl = (fields: (url: string) => object): MakeBlock => {
  return ({ url }) => fields(url);
};

/** Blocks that take a URL, and whether they follow redirects. */
const urlBlocks: Readonly<Record<string, MakeBlock>> = {
  http_request: byUrl((url) => ({ block_type: 'http_request', url, timeout: 30 })),
  'http_request, file': byUrl((url) => ({
    block_type: 'http_request',
    url: 'http://127.0.0.1:2/',
    method: 'POST',
    files: { f: url },
    timeout: 30,
  })),
  file_url_parser: byUrl((url) => ({ block_type: 'file_url_parser', file_url: url })),
  download_to_s3: byUrl((url) => ({ block_type: 'download_to_s3', url })),
  upload_to_s3: byUrl((url) => ({ block_type: 'upload_to_s3', path: url })),
  'S3 storage': byUrl((url) => ({
    block_type: 'file_upload',
    s3_bucket: 'box',
    aws_access_key_id: 'AKIA',
    aws_secret_access_key: '{{ key }}',
    s3_endpoint_url: url,
  })),
  'Azure storage': byUrl((url) => ({
    block_type: 'file_upload',
    storage_type: 'azure',
    azure_storage_account_name: 'acme',
    azure_storage_account_key: '{{ azure }}',
    azure_blob_container_name: 'box',
    azure_endpoint_url: url,
  })),
};

/** Blocks that take a host and a port. */
const hostBlocks: Readonly<Record<string, MakeBlock>> = {
  'SFTP storage': ({ target }) => ({
    block_type: 'file_upload',
    storage_type: 'sftp',
    sftp_host: target?.host,
    sftp_port: target?.port,
    sftp_username: 'ann',
    sftp_password: '{{ key }}',
  }),
  'mail server': ({ target }) => ({
    block_type: 'send_email',
    sender: 'me@acme.test',
    recipients: ['bob@shop.test'],
    subject: 'x',
    body: 'x',
    custom_smtp_host: target?.host,
    custom_smtp_port: target?.port,
  }),
};

let scene: AttackTargets;
let engine: Engine;
let organizationId: string;

beforeEach(async () => {
  // Under `/json/version`, the site is a browser whose socket is elsewhere.
  scene = await startAttackTargets((_request, response, url) => {
    const named = /^\/browser\/([^/]+)\/json\/version$/.exec(url.pathname)?.[1];
    const socket = named && Buffer.from(named, 'base64url').toString();
    response.end(socket ? JSON.stringify({ webSocketDebuggerUrl: socket }) : '');
  });
  engine = await createEngine({
    blocks: [...agentBlocks(), ...ioBlocks, bring],
    drivers: {
      egress: scene.policy,
      browser: sharedBrowser(),
      model: (_purpose, name) => (name === null ? scriptedModel({ answers: [] }) : null),
      secrets: [memorySecrets({ key: secret, azure: Buffer.from(secret).toString('base64') })],
    },
    settings: { limits: { runErrors: 1000 } },
  });
  organizationId = (await engine.organizations.first()).organizationId;
  await engine.keys.create(organizationId, { name: 'test' });
  await engine.start();
});
afterEach(async () => {
  if (scene.refused() > 0) console.log(scene.table());
  await engine.close();
  await scene.close();
});

async function workflow(blocks: readonly object[]): Promise<string> {
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      title: 'Attack',
      workflow_definition: {
        parameters: [
          { parameter_type: 'aws_secret', key: 'key', aws_key: 'key' },
          { parameter_type: 'aws_secret', key: 'azure', aws_key: 'azure' },
        ],
        blocks: [{ block_type: 'bring', label: 'bring' }, ...blocks],
      },
    }),
  );
  return workflowPermanentId;
}

/** One run with a block for each attempt; every block fails on its own. */
async function attemptBlocks(blocks: readonly object[]): Promise<readonly Attempt[]> {
  const labeled = blocks.map((block, index) => ({
    ...block,
    label: `attempt_${index}`,
    continue_on_failure: true,
  }));
  const { runId } = await engine.runs.start({ workflow_id: await workflow(labeled) }, { organizationId });
  await engine.runs.finished(organizationId, runId);
  const events = await engine.runs.timeline(organizationId, runId);
  const ends = events.filter(
    (event) => event.type === 'block-end' && /^attempt_\d+$/.test(event.label ?? ''),
  );
  expect(ends).toHaveLength(blocks.length);
  expect(JSON.stringify(events)).not.toContain(scene.file.text);
  return ends.map((event) =>
    event.type === 'block-end'
      ? { failure: event.failureReason, isHeld: event.durationMs > limitMs }
      : { failure: null },
  );
}

type Request = Parameters<Engine['runs']['start']>[0];

/** A run for each attempt, which may be refused before it begins; `after` waits for what follows its end. */
async function attemptRuns(
  requests: readonly Partial<Request>[],
  block: object,
  after: (runId: string) => Promise<string | null>,
): Promise<readonly Attempt[]> {
  const workflow_id = await workflow([{ label: 'only', ...block }]);
  const attempts: Attempt[] = [];
  for (const request of requests) {
    const began = performance.now();
    const failure = await engine.runs
      .start({ ...request, workflow_id }, { organizationId })
      .then(async ({ runId }) => after(runId), sentenceOf);
    attempts.push({ failure, isHeld: performance.now() - began > limitMs });
  }
  return attempts;
}

function sentenceOf(error: unknown): string {
  if (!RunwrightError.is(error)) throw error;
  return `${error.message} ${JSON.stringify(error.details.problems ?? '')}`;
}

async function failureOf(runId: string): Promise<string | null> {
  return (await engine.runs.finished(organizationId, runId)).failureReason;
}

/** The end of the webhook, of a run and of a second one that a person asks for. */
async function deliveryOf(runId: string): Promise<string | null> {
  for await (const _event of engine.runs.events(organizationId, runId)) {
    // The last event is the delivery.
  }
  const [delivery] = await engine.runs.deliveries(organizationId, runId);
  return delivery?.error ?? null;
}

/** Every way out but the browser's, with these forms; those that follow redirects also with a redirect to each. */
async function attack(isShort: boolean): Promise<void> {
  const forms = scene.forms({ isShort });
  const byRedirect = scene.redirects(isShort ? forms.slice(0, 1) : forms);
  const schemes = isShort ? scene.schemes().slice(0, 2) : scene.schemes();
  const all = [...forms, ...byRedirect, ...schemes];
  const run = async (way: string, attempt: () => Promise<readonly Attempt[]>): Promise<void> => {
    const before = scene.reached();
    const attempts = await attempt();
    const { held, denied } = scene.record(way, attempts, before);
    expect(held, `${way}, attempts that are held`).toBe(0);
    // An attempt that fails for want of a field takes no way out.
    if (way !== 'model name') expect(denied, `${way}, attempts that the policy denies`).toBeGreaterThan(0);
    for (const [index, { failure }] of attempts.entries())
      expect(failure, `${way}, attempt ${index}`).not.toBe(null);
  };
  for (const [way, block] of Object.entries(urlBlocks)) await run(way, () => attemptBlocks(all.map(block)));
  const targets = forms.filter(({ target }) => target !== null);
  for (const [way, block] of Object.entries(hostBlocks)) {
    await run(way, () => attemptBlocks(targets.map(block)));
  }
  await run('model name', () =>
    attemptBlocks(all.map(({ url }) => ({ block_type: 'text_prompt', prompt: 'x', llm_key: url }))),
  );

  const quick = { block_type: 'http_request', url: scene.site };
  const addresses = all.filter(({ url }) => url.trim() !== '');
  await run('webhook', () =>
    attemptRuns(
      addresses.map(({ url }) => ({ webhook_url: url })),
      quick,
      deliveryOf,
    ),
  );
  // No block asks an address of codes; that of a run is checked, and a name that changes is not called.
  await run('totp_url', () =>
    attemptRuns(
      [...forms, ...schemes]
        .filter(({ name }) => !name.startsWith('name that changes'))
        .map(({ url }) => ({ totp_url: url })),
      quick,
      failureOf,
    ),
  );
  const visit = { block_type: 'goto_url', url: scene.site };
  await run('browser_address', () =>
    attemptRuns(
      addresses.flatMap(({ url }) => [
        { browser_address: url },
        { browser_address: url.replace(/^http/, 'ws') },
      ]),
      visit,
      failureOf,
    ),
  );
  await run('socket of a browser_address', () =>
    attemptRuns(
      [...forms, ...schemes].map(({ url }) => ({
        browser_address: `${scene.site}/browser/${Buffer.from(url.replace(/^http/, 'ws')).toString('base64url')}`,
      })),
      visit,
      failureOf,
    ),
  );
  await run('code block', () => attemptCode(all.map(({ url }) => url)));
}

/** A program that tries all addresses, and looks for other ways out than its verbs. */
async function attemptCode(urls: readonly string[]): Promise<readonly Attempt[]> {
  const program = `
    const failures = [];
    for (const url of ${JSON.stringify(urls)}) {
      try { await fetch(url); failures.push(null); } catch (error) { failures.push(String(error.message)); }
    }
    const names = ['process', 'require', 'module', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker',
      'importScripts', 'Deno', 'Bun', 'navigator', 'os', 'std'];
    return { failures, present: names.filter((name) => name in globalThis) };`;
  const { runId } = await engine.runs.start(
    { workflow_id: await workflow([{ block_type: 'code', label: 'code', code: program }]) },
    { organizationId },
  );
  const run = await engine.runs.finished(organizationId, runId);
  expect(run.failureReason).toBe(null);
  const { failures, present } = (run.output as any).code_output;
  expect(present).toEqual([]);
  return failures.map((failure: string | null) => ({ failure }));
}

it('the listeners of this suite notice a connection over IPv4 and IPv6, and a packet', {
  tags: ['security'],
}, async () => {
  for (const host of ['127.0.0.2', '127.0.0.1', '::1']) {
    const socket = connect({ host, port: scene.deniedPort }).end('x');
    await once(socket, 'close');
  }
  const sender = createSocket('udp4');
  sender.send('packet', scene.deniedPort, '127.0.0.2', () => sender.close());
  await expect.poll(() => scene.reached()).toBe(4);
});

it('no way out without a browser reaches a denied address: a few forms of each', {
  tags: ['security'],
}, async () => {
  await attack(true);
  expect(scene.reached()).toBe(0);
});

it('no way out without a browser reaches a denied address: every form, directly and by redirect', {
  tags: ['security', 'extended'],
  timeout: 3_600_000,
}, async () => {
  expect(scene.forms({ isShort: false }).length).toBeGreaterThan(100);
  await attack(false);
  expect(scene.reached()).toBe(0);
});
