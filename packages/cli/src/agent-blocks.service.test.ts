import { agentBlocks } from '@runwright/agent';
import { createEngine, type Limits } from '@runwright/core';
import { type FakePage, fakeBrowser, type ScriptedAnswer, scriptedModel } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const page: FakePage = { url: 'https://shop.example/', text: () => ['"Order 4711 is paid"'] };
const says = (complete: boolean, terminate: boolean) => ({ complete, terminate, evidence: 'Order 4711' });

async function scene(
  answers: readonly ScriptedAnswer[] = [],
  {
    pages = [page],
    limits = {},
  }: { readonly pages?: readonly FakePage[]; readonly limits?: Partial<Limits> } = {},
) {
  const browser = fakeBrowser({ pages });
  const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
  const engine = await createEngine({
    blocks: agentBlocks(),
    drivers: { browser, egress, model: scriptedModel({ answers }) },
    settings: { limits },
  });
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const finish = async (blocks: readonly object[], parameters: readonly object[] = []) => {
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title: 'Orders',
        workflow_definition: { parameters, blocks },
      }),
    );
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    return engine.runs.finished(organizationId, runId);
  };
  return { engine, browser, finish, organizationId };
}

describe('40: `validation`', () => {
  const open = { block_type: 'goto_url', label: 'open', url: page.url };
  const validation = (criteria: object) => ({ block_type: 'validation', label: 'v', ...criteria });

  it('first, no session: terminated', async () => {
    const { finish, browser } = await scene();
    const run = await finish([validation({ complete_criterion: 'the order is paid' })]);
    expect(run.status).toBe('terminated');
    expect(run.failureReason).toContain('no page to judge');
    expect(browser.sessions).toEqual([]);
  });

  it('later, complete criterion holds: completed', async () => {
    const { finish } = await scene([says(true, false)]);
    const run = await finish([open, validation({ complete_criterion: 'the order is paid' })]);
    expect(run.failureReason).toBeNull();
    expect(run.status).toBe('completed');
  });

  it('later, terminate criterion holds: terminated', async () => {
    const { finish } = await scene([says(false, true)]);
    const run = await finish([open, validation({ terminate_criterion: 'the order is paid' })]);
    expect(run.status).toBe('terminated');
  });
});

it('59: a login that uses a credential which was left out fails, naming the key', async () => {
  const { finish, browser } = await scene();
  const parameters = [{ parameter_type: 'workflow', key: 'shop', workflow_parameter_type: 'credential_id' }];
  const login = { block_type: 'login', label: 'in', url: page.url, parameter_keys: ['shop'] };
  const run = await finish([login], parameters);
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'credential' });
  expect(run.failureReason).toContain('`shop`');
  expect(browser.sessions).toEqual([]);
});

it.each([
  ['too large for a file', { downloadBytes: 7 }, 'larger than 7 bytes'],
  ['too large for the run', { runFileBytes: 12 }, 'at most 12 bytes together'],
  ['one file too many', { runFiles: 1 }, 'at most 1 files'],
])('a download that is %s fails its block with `block_failed`', async (_title, limits, reason) => {
  let clicks = 0;
  const downloads: FakePage = {
    ...page,
    elements: [{ id: 'a1', kind: 'button', name: 'Download' }],
    onAction: ({ action_type }) => {
      if (action_type !== 'click') return undefined;
      clicks += 1;
      return { downloads: [{ filename: `${clicks}.txt`, content: `report ${clicks}` }] };
    },
  };
  const click = { reason: 'r', action_type: 'click', id: 'a1', button: null, count: null, want: null };
  const answer = { check: 'ok', memory: '', plan: [], actions: [click] };
  const { engine, finish, organizationId } = await scene([answer, answer], { pages: [downloads], limits });
  const block = (label: string) => ({
    block_type: 'file_download',
    label,
    url: page.url,
    navigation_goal: 'g',
  });
  const run = await finish([block('first'), block('second')]);
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'block' });
  expect(run.failureReason).toContain(reason);
  expect(run.errors).toMatchObject([{ error_code: 'block_failed' }]);
  expect((await engine.files.ofRun(organizationId, run.runId)).length).toBeLessThanOrEqual(1);
});

it.each([
  ['navigation', { navigation_goal: 'g', engine: 'cua-c' }, 'engine'],
  ['login', { engine: 'cua-c' }, 'engine'],
  ['action', { navigation_goal: ' ' }, 'navigation_goal'],
  ['action', {}, 'navigation_goal'],
  ['navigation', {}, 'navigation_goal'],
  ['file_download', {}, 'navigation_goal'],
  ['extraction', {}, 'data_extraction_goal'],
  ['goto_url', {}, 'url'],
  ['task_v2', {}, 'prompt'],
  ['validation', {}, ''],
  ['file_download', { navigation_goal: 'g', download_target: 's3' }, 's3_bucket'],
])('a block of type %s with %j is refused when it is saved', async (block_type, members, member) => {
  const { engine } = await scene();
  const { problems } = engine.validate({
    title: 'Refused',
    workflow_definition: { parameters: [], blocks: [{ block_type, label: 'b', ...members }] },
  });
  const path = ['workflow_definition', 'blocks', 0, ...(member === '' ? [] : [member])];
  expect(problems.map((problem) => problem.path)).toContainEqual(path);
});

it.each(['task', 'navigation', 'action', 'extraction', 'login', 'file_download'])(
  'the `title` of a block of type %s is kept with its definition',
  async (block_type) => {
    const { engine, organizationId } = await scene();
    const goals = { navigation_goal: 'Look', data_extraction_goal: 'The orders' };
    const block = { block_type, label: 'b', title: 'The orders', ...goals };
    const { draft } = await engine.workflows.create(organizationId, {
      workflow_definition: { parameters: [], blocks: [block] },
    });
    expect(draft.workflow_definition.blocks).toMatchObject([{ title: 'The orders' }]);
  },
);
