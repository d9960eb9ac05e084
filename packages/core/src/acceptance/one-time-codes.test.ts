import {
  type BlockContext,
  type BrowserDriver,
  defineBlock,
  type EgressPolicy,
  parameterFields,
  type ScreenshotRequest,
  Type,
} from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { egressPolicy } from '../network/egress.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const page = { url: 'https://shop.test/', elements: [{ id: 'a1', kind: 'textbox', name: 'Code' }] };
/** The real policy for addresses; names are let through, because nothing resolves them here. */
const policy = egressPolicy();
const egress: EgressPolicy = {
  check: async (url, options) =>
    /\.test$/.test(new URL(url).hostname) ? { url: new URL(url), addresses: [] } : policy.check(url, options),
};
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** An engine with a block `sign_in` that does what the test says, on a page with a field for a code. */
async function scene(
  body: (context: BlockContext) => Promise<unknown>,
  browser: BrowserDriver = fakeBrowser({ pages: [page] }),
) {
  const block = defineBlock({
    type: 'sign_in',
    config: Type.Object({ totp_identifier: text, totp_verification_url: text, ...parameterFields }),
    output: Type.Unknown(),
    run: (_config, context) => body(context),
  });
  const engine = await createTestEngine({ blocks: [block], drivers: { browser, egress } });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const push = (totp_identifier: string, content: string) =>
    engine.oneTimeCodes.push(organizationId, { totp_identifier, content });
  const finish = async (
    blocks: readonly object[],
    { parameters = [], ...workflow }: { readonly [member: string]: unknown } = {},
    request: object = {},
  ) => {
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title: 'Codes',
        ...workflow,
        workflow_definition: { parameters, blocks },
      }),
    );
    const { runId } = await engine.runs.start(
      { workflow_id: workflowPermanentId, ...request },
      { organizationId },
    );
    const run = await engine.runs.finished(organizationId, runId);
    const timeline = JSON.stringify(await engine.runs.timeline(organizationId, runId));
    return { run, timeline };
  };
  return { engine, organizationId, push, finish };
}

const block = (label: string, members: object = {}) => ({ block_type: 'sign_in', label, ...members });

/** Types the code that the block has; what the page got is in the values of its session. */
async function typeCode(context: BlockContext): Promise<void> {
  const { signal } = context;
  const { page: driver } = await context.browser();
  await driver.act({ action_type: 'goto_url', url: page.url }, { epoch: 0, signal });
  const { epoch } = await driver.read({ mode: 'action', signal });
  await driver.act(
    { action_type: 'input_text', id: 'a1', text: context.oneTimeCode ?? 'none' },
    { epoch, signal },
  );
}

it('only a code that was pushed after the block began is typed, and it is on no record', {
  tags: ['security'],
}, async () => {
  const browser = fakeBrowser({ pages: [page] });
  const { push, finish } = await scene(async (context) => {
    await push('ann@shop.test', '482913');
    await typeCode(context);
    return { typed: browser.sessions[0]?.values.a1 };
  }, browser);
  const { createdAt } = await push('ann@shop.test', '111111');
  // A code of the same millisecond as the block would count.
  await expect.poll(() => Date.now()).toBeGreaterThan(createdAt);
  const { run, timeline } = await finish([block('in', { totp_identifier: 'ann@shop.test' })]);
  expect(run).toMatchObject({ status: 'completed' });
  expect(browser.sessions[0]?.values.a1).toBe('482913');
  expect(timeline + JSON.stringify(run)).not.toContain('482913');
  expect(JSON.stringify(run.output)).toContain('*****');
  // Fields for one character each take it, whichever action the agent chose.
  expect(timeline).toMatch(
    /"action_type":"verification_code","id":"a1","code":"\{\{secret\.one_time_code_1\./,
  );
});

it('the identifier of the block decides, then that of the run, then that of the workflow', async () => {
  const browser = fakeBrowser({ pages: [page] });
  const typed: unknown[] = [];
  const { push, finish } = await scene(async (context) => {
    for (const name of ['block', 'run', 'workflow']) await push(name, `for-${name}`.slice(0, 10));
    await typeCode(context);
    typed.push(browser.sessions.at(-1)?.values.a1);
    return {};
  }, browser);
  await finish([block('a', { totp_identifier: 'block' })], {}, { totp_identifier: 'run' });
  await finish([block('a')], { totp_identifier: 'workflow' }, { totp_identifier: 'run' });
  await finish([block('a')], { totp_identifier: 'workflow' });
  expect(typed).toEqual(['for-block', 'for-run', 'for-workfl']);
});

it('a credential names its own identifier, and one with a secret makes its codes itself', async () => {
  const had: unknown[] = [];
  const { engine, organizationId, finish } = await scene(async (context) => {
    had.push(context.oneTimeCode);
    return {};
  });
  const credential = (members: object) =>
    engine.credentials.create(organizationId, {
      name: 'Shop',
      credential_type: 'password',
      credential: { username: 'ann', password: 'correct horse', ...members },
    });
  const codes = [
    await credential({ totp_type: 'email', totp_identifier: 'ann@shop.test' }),
    await credential({ totp: 'GEZDGNBVGY3TQOJQ', totp_identifier: 'ann@shop.test' }),
    await credential({}),
  ];
  for (const { credential_id } of codes) {
    const parameters = [{ parameter_type: 'credential', key: 'shop', credential_id }];
    const { run } = await finish([block('a', { parameter_keys: ['shop'] })], { parameters });
    expect(run.status).toBe('completed');
  }
  expect(had).toEqual([expect.stringMatching(/^\{\{secret\.one_time_code_1\./), undefined, undefined]);
});

it('three codes that the page rejects end the block with OTP_ERROR', async () => {
  const { push, finish } = await scene(async (context) => {
    for (const code of ['111111', '222222', '333333', '444444']) await push('ann', code);
    for (let turn = 0; turn < 4; turn += 1) await typeCode(context);
    return {};
  });
  const { run } = await finish([block('in', { totp_identifier: 'ann' })]);
  expect(run).toMatchObject({
    status: 'failed',
    failureCategory: 'one_time_code',
    errors: [{ error_code: 'OTP_ERROR', block_label: 'in' }],
  });
});

it.each(['http://10.0.0.1/code', 'http://169.254.169.254/latest', 'http://localhost:1/'])(
  'the verification URL %s of a block is refused when it is asked',
  { tags: ['security'] },
  async (url) => {
    const { engine, organizationId, finish } = await scene(typeCode);
    await engine.keys.create(organizationId, { name: 'signs' });
    // A template hides the address until the block begins.
    const { run } = await finish([block('in', { totp_verification_url: `{{ '${url}' }}` })]);
    expect(run).toMatchObject({
      status: 'failed',
      failureCategory: 'policy',
      errors: [{ error_code: 'egress_refused' }],
    });
  },
);

it('a canceled run stops waiting for its code', async () => {
  const { engine, organizationId } = await scene(async (context) => {
    await typeCode(context);
    return {};
  });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Codes',
    workflow_definition: { parameters: [], blocks: [block('in', { totp_identifier: 'ann' })] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  for await (const event of engine.runs.events(organizationId, runId)) {
    if (event.type === 'thought' && event.scenario === 'one_time_code') break;
  }
  await engine.runs.cancel(organizationId, runId);
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('canceled');
});

it.each([
  [3, 3],
  [0, undefined],
  [null, undefined],
])('with max_screenshot_scrolls %j a screenshot of a block asks for %j screens', async (given, expected) => {
  const fake = fakeBrowser({ pages: [page] });
  const asked: ScreenshotRequest[] = [];
  const watched: BrowserDriver = {
    ...fake,
    async open(options) {
      const session = await fake.open(options);
      const screenshot = (request: ScreenshotRequest) => {
        asked.push(request);
        return session.page.screenshot(request);
      };
      return { ...session, page: { ...session.page, screenshot } };
    },
  };
  const { finish } = await scene(async ({ browser, signal }) => {
    const { page: driver } = await browser();
    await driver.screenshot({ signal });
    await driver.screenshot({ scrolls: 0, signal });
    return {};
  }, watched);
  const { run, timeline } = await finish([block('a')], {}, { max_screenshot_scrolls: given });
  expect(run.status).toBe('completed');
  expect(asked.map(({ scrolls }) => scrolls)).toEqual([expected, 0]);
  expect(timeline).not.toContain('no effect');
});
