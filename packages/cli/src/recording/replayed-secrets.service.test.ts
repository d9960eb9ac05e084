import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { agentBlocks } from '@runwright/agent';
import { compareTexts } from '@runwright/cassette';
import { type EgressPolicy, type ModelRequest, Secret, type SecretSource } from '@runwright/contract';
import { createEngine, type Engine, type EngineOptions } from '@runwright/core';
import { type FakePage, fakeBrowser, type ScriptedAnswer, scriptedModel } from '@runwright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withCredentials } from './recorded-credentials.ts';
import { readRecordedRun } from './recorded-run.ts';
import { replayParts } from './recording-parts.ts';

const url = 'https://shop.example/';
const page: FakePage = {
  url,
  title: 'Shop',
  text: ['| Name |', '| Lamp |'],
  elements: [
    { id: 'a1', kind: 'textbox', name: 'Name' },
    { id: 'a2', kind: 'button', name: 'Go' },
  ],
};

/** Types a user name or the number of a card into the empty field, and is content with everything else. */
function answer({ messages, output }: ModelRequest): ScriptedAnswer {
  const prompt = JSON.stringify(messages);
  const text = /\{\{secret\.account\.(?:username|card_number)[\w.]*\}\}/.exec(prompt)?.[0];
  const act = (action: object) => ({ check: '', memory: '', plan: [], actions: [{ reason: '', ...action }] });
  switch (output?.name) {
    case 'act':
      return prompt.includes('\\"Name\\" =empty') && text !== undefined
        ? act({ action_type: 'input_text', id: 'a1', text })
        : act({ action_type: 'complete', summary: 'Done.' });
    case 'extract':
      return { names: ['Lamp'] };
    case 'verify':
      return { verdict: 'done', evidence: 'Lamp', missing: null };
    case 'criteria':
      return { complete: true, terminate: false, evidence: 'Lamp' };
    case 'text_prompt':
      return { llm_response: `It is ${text ?? 'none of them'}.` };
    default:
      return new Error(`There is no answer for \`${output?.name}\`.`);
  }
}

const goal = 'Use {{ account }} for {{ note }}.';
const note = { parameter_type: 'workflow', workflow_parameter_type: 'string', default_value: 'nothing' };
const keys = { parameter_keys: ['account'] };
const schema = { type: 'object', properties: { names: { type: 'array', items: { type: 'string' } } } };
const openPage = { block_type: 'goto_url', label: 'open', url };
const login = { block_type: 'login', label: 'sign_in', navigation_goal: goal, ...keys };
/** A block of each type that shows a model the members of a credential. */
const allBlocks = [
  openPage,
  login,
  { block_type: 'navigation', label: 'go', navigation_goal: goal, ...keys },
  { block_type: 'action', label: 'press', navigation_goal: goal, ...keys },
  { block_type: 'task', label: 'work', navigation_goal: goal, data_schema: schema, ...keys },
  { block_type: 'task_v2', label: 'reach', prompt: goal, ...keys },
  { block_type: 'extraction', label: 'read', data_extraction_goal: goal, data_schema: schema, ...keys },
  { block_type: 'validation', label: 'check', complete_criterion: goal, ...keys },
  {
    ...{ block_type: 'for_loop', label: 'each', loop_variable_reference: '{{ ["a", "b"] }}' },
    loop_blocks: [{ block_type: 'text_prompt', label: 'ask', prompt: goal, ...keys }],
  },
];

const seed = 'JBSWY3DPEHPK3PXP';
const password = { username: 'ada-lovelace', password: 'correct-horse' };
const card = {
  ...{ card_number: '4111111111111111', card_cvv: '737', card_exp_month: '03', card_exp_year: '2031' },
  ...{ card_brand: 'visa', card_holder_name: 'Ada Lovelace' },
};
const stored: readonly (readonly [name: string, type: string, credential: object])[] = [
  ['a password', 'password', password],
  ['a password that the console has stored', 'password', { ...password, totp_type: 'none' }],
  ['an authenticator', 'password', { ...password, totp: seed }],
  ['an authenticator with its type', 'password', { ...password, totp_type: 'authenticator', totp: seed }],
  ['codes by mail', 'password', { ...password, totp_type: 'email', totp_identifier: 'ada@shop.example' }],
  [
    'codes for its user name',
    'password',
    { ...password, totp_type: 'text', totp_identifier: 'ada-lovelace' },
  ],
  ['a card', 'credit_card', card],
  ['a secret', 'secret', { secret_value: 'a-secret-word' }],
  ['a secret with a label', 'secret', { secret_value: 'a-secret-word', secret_label: 'Door' }],
];

const fromVault = { parameter_type: 'onepassword', vault_id: 'v', item_id: 'i' };
const fromSources: readonly (readonly [name: string, parameter: object, fields: object])[] = [
  ['a login of a vault', fromVault, password],
  ['an authenticator of a vault', fromVault, { ...password, totp: seed }],
  ['a card of a vault', fromVault, card],
  ['a secret of a source', { parameter_type: 'aws_secret', aws_key: 'door' }, {}],
];

const open: Engine[] = [];
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runwright-replayed-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  await rm(dir, { recursive: true, force: true });
});

async function start(options: EngineOptions): Promise<Engine> {
  const engine = await createEngine(options);
  open.push(engine);
  await engine.start();
  return engine;
}

const egress: EgressPolicy = { check: async (address) => ({ url: new URL(address), addresses: [] }) };
const archive = JSON.stringify({ log: { entries: [] } });
const network = { type: 'cassette_network', content: archive, contentType: 'application/json' } as const;

/** A service whose secret source knows one item, and the word of the door. */
async function service(fields: object = {}) {
  const source: SecretSource = {
    specVersion: 'v1',
    resolve: async () => new Secret('a-secret-word'),
    resolveItem: async () =>
      Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, new Secret(String(text))])),
  };
  const engine = await start({
    blocks: agentBlocks(),
    drivers: {
      browser: fakeBrowser({ pages: [page], recordings: [network] }),
      model: scriptedModel({ answers: answer }),
      ...{ secrets: [source], egress },
    },
  });
  return { engine, ...(await engine.organizations.first()) };
}

/** Runs a workflow with this parameter, and writes its recording into the folder. */
async function record(
  { engine, organizationId }: Awaited<ReturnType<typeof service>>,
  parameter: object,
  given: { readonly request?: object; readonly settings?: object; readonly blocks?: readonly object[] } = {},
) {
  const { request = {}, settings = {}, blocks = allBlocks } = given;
  const definition = {
    parameters: [
      { key: 'account', ...parameter },
      { key: 'note', ...note },
    ],
    blocks,
  };
  const draft = { title: 'Recorded', ...settings, workflow_definition: definition };
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse(draft),
  );
  const asked = { workflow_id: workflowPermanentId, record_for_replay: true, ...request };
  const { runId } = await engine.runs.start(asked, { organizationId });
  const { status, failureReason } = await engine.runs.finished(organizationId, runId);
  expect([status, failureReason]).toEqual(['completed', null]);
  // The recording is stored after the end of the run.
  const cassette = () => engine.runs.cassette(organizationId, runId);
  await expect.poll(() => cassette().catch(() => null), { timeout: 60_000 }).not.toBeNull();
  const { signal } = new AbortController();
  for (const { name, open: read } of await cassette()) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), Readable.from(read({ signal })));
  }
}

/** Replays the recording of the folder, and returns what differs. */
async function replay() {
  const recorded = await readRecordedRun(dir);
  const { parts, misses, unused } = replayParts(dir, recorded);
  const { clock } = parts.drivers;
  const engine = await start({
    blocks: agentBlocks({ random: parts.random, ...(clock ? { clock } : {}) }),
    drivers: {
      browser: fakeBrowser({ pages: [page] }),
      model: parts.models(undefined),
      secrets: parts.secrets([]),
      ...parts.drivers,
    },
  });
  const { organizationId } = await engine.organizations.first();
  const { workflow, parameters } = await withCredentials(engine, recorded);
  const { workflowPermanentId } = await engine.workflows.create(organizationId, workflow);
  const { runId } = await engine.runs.start(
    { workflow_id: workflowPermanentId, parameters: { ...parameters } },
    { organizationId },
  );
  const { status, failureReason } = await engine.runs.finished(organizationId, runId);
  const { status: before, failureReason: reason } = recorded.result;
  return {
    differences: [
      ...misses.map(({ diff }) => diff),
      compareTexts(JSON.stringify([before, reason]), JSON.stringify([status, failureReason])),
    ].filter((difference) => difference !== null),
    unused: unused(),
  };
}

const same = { differences: [], unused: 0 };

const byCaller = { parameter_type: 'workflow', workflow_parameter_type: 'credential_id' };

/** Records a run with a stored credential. */
async function recordWith(type: string, credential: object, blocks?: readonly object[]): Promise<void> {
  const recorder = await service();
  const { engine, organizationId } = recorder;
  const { credential_id: account } = await engine.credentials.create(organizationId, {
    ...{ name: 'Shop', credential_type: type, credential, allowed_hosts: ['shop.example'] },
  });
  await record(recorder, byCaller, { request: { parameters: { account } }, ...(blocks ? { blocks } : {}) });
}

it('a sign-in that was just recorded replays with a credential that the console has stored', async () => {
  await recordWith('password', { ...password, totp_type: 'none' }, [openPage, login]);
  expect(await replay()).toEqual(same);
});

it.each([
  ['secret', { username: 'ada-lovelace', password: 'secret' }],
  ['password', { username: 'ada-lovelace', password: 'password' }],
  ['login', { username: 'login', password: 'correct-horse' }],
])('a recording keeps its keys, types and labels with the credential: %s', async (_word, credential) => {
  const sign = { ...login, label: 'login' };
  await recordWith('password', credential, [openPage, sign]);
  const { workflow, credentials = {}, secrets, items } = await readRecordedRun(dir);
  expect(JSON.parse(workflow)).toMatchObject({
    workflow_definition: { blocks: [{}, { block_type: 'login', label: 'login', navigation_goal: goal }] },
  });
  const substituted = expect.stringMatching(/^secret[0-9a-f]{8}$/);
  expect([secrets, items, Object.values(credentials)]).toEqual([
    {},
    {},
    [expect.objectContaining({ credential: { username: substituted, password: substituted } })],
  ]);
});

it('a sign-in replays whose password is a word that stands in its workflow and begins its substitutes', async () => {
  await recordWith('password', { username: 'ada-lovelace', password: 'secret' }, [
    openPage,
    { ...login, label: 'secret' },
  ]);
  expect(await replay()).toEqual(same);
});

describe('a run with a block of each type that was just recorded', { tags: ['extended'] }, () => {
  it.each(stored)('replays with the stored credential: %s', async (_name, type, credential) => {
    await recordWith(type, credential);
    expect(await replay()).toEqual(same);
  });

  it.each(fromSources)('replays with %s', async (_name, parameter, fields) => {
    await record(await service(fields), parameter);
    expect(await replay()).toEqual(same);
  });

  it('replays with a parameter that has the user name of its credential in it', async () => {
    const request = { parameters: { note: 'a mail to ada-lovelace' } };
    await record(await service(password), fromVault, { request });
    const { parameters } = await readRecordedRun(dir);
    expect(parameters.note).toMatch(/^a mail to secret[0-9a-f]{8}$/);
    expect(await replay()).toEqual(same);
  });

  it.each([
    ['of its request', { request: { totp_url: 'https://codes.example/next', totp_identifier: 'ada' } }],
    [
      'of its workflow',
      { settings: { totp_verification_url: 'https://codes.example/next', totp_identifier: 'ada' } },
    ],
  ])('replays with the source of one-time codes %s', async (_name, given) => {
    await record(await service(password), fromVault, given);
    const { workflow } = await readRecordedRun(dir);
    expect(workflow).not.toContain('codes.example');
    expect(await replay()).toEqual(same);
  });
});
