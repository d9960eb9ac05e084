import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LanguageModel, RunwrightError, type Store } from '@runwright/contract';
import { memoryStore } from '@runwright/core';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  click,
  complete,
  decides,
  type FailureTestOptions,
  giveUp,
  openTestEngine,
  type TestEngine,
  typesCode,
  url,
} from './failure-codes.test-helpers.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
async function scene(options: FailureTestOptions = {}): Promise<TestEngine> {
  const opened = await openTestEngine(options);
  closing.push(() => opened.engine.close());
  return opened;
}

/** A cause, and what its run says. */
interface Case extends FailureTestOptions {
  readonly name: string;
  /** The blocks of the run; the failing one has the label `A`. */
  readonly blocks: readonly object[];
  readonly draft?: object;
  readonly status: 'failed' | 'terminated' | 'timed_out';
  /** Codes of its `errors`. */
  readonly codes: readonly string[];
  readonly category: string;
  /** The whole reason, or a pattern of it. */
  readonly reason: string | RegExp;
}

const navigation = (members: object = {}) => ({
  block_type: 'navigation',
  label: 'A',
  url,
  navigation_goal: 'Buy it.',
  ...members,
});
const http = (address: string, members: object = {}) => ({
  block_type: 'http_request',
  label: 'A',
  url: address,
  ...members,
});
const modelThatFails: LanguageModel = {
  specVersion: 'v1',
  id: 'm',
  provider: 'p',
  can: { images: false, jsonSchema: true, jsonObject: true, tools: false, promptCache: 'none' },
  generate: async () => {
    throw new RunwrightError('model_failed', 'The key is wrong.');
  },
};
const never = { ...fakeBrowser({ pages: [] }), open: () => Promise.reject(new Error('no display')) };

const judged = ['goal_unreachable', 'bot_detection', 'auth', 'credential', 'target_missing', 'wrong_state'];

const cases: readonly Case[] = [
  {
    name: 'REACH_MAX_STEPS',
    blocks: [navigation({ max_steps_per_run: 1 })],
    answers: [decides(click('a1'))],
    status: 'failed',
    codes: ['REACH_MAX_STEPS'],
    category: 'limit',
    reason: /^navigation block A failed: The goal was not reached within 1 step\. /,
  },
  {
    name: 'a custom code',
    blocks: [navigation({ error_code_mapping: { OUT: 'It is sold out.' } })],
    answers: [decides(giveUp('target_missing', 'OUT'))],
    status: 'terminated',
    codes: ['OUT'],
    category: 'user_defined',
    reason: 'navigation block A terminated: it is sold out',
  },
  ...judged.map(
    (category): Case => ({
      name: `no code, judged ${category}`,
      blocks: [navigation()],
      answers: [decides(giveUp(category))],
      status: 'terminated',
      codes: [],
      category,
      reason: 'navigation block A terminated: it is sold out',
    }),
  ),
  {
    name: 'no code, extraction',
    blocks: [
      {
        block_type: 'extraction',
        label: 'A',
        url,
        data_extraction_goal: 'The link',
        data_schema: {
          type: 'object',
          required: ['link'],
          properties: { link: { type: 'string', format: 'uri' } },
        },
      },
    ],
    answers: [{ link: 'L9' }, { link: 'L9' }],
    status: 'failed',
    codes: [],
    category: 'extraction',
    reason: /^extraction block A failed: The page does not show all data that is required: `link` is /,
  },
  {
    name: 'no code, target_missing',
    blocks: [{ block_type: 'file_download', label: 'A', url, navigation_goal: 'The bill' }],
    answers: [decides(complete), decides(complete), decides(complete)],
    status: 'failed',
    codes: [],
    category: 'target_missing',
    reason: /^file_download block A failed: .*No file was downloaded yet\./,
  },
  {
    name: 'model_unavailable',
    blocks: [navigation()],
    drivers: { model: modelThatFails },
    status: 'failed',
    codes: ['model_unavailable'],
    category: 'model',
    reason: /^navigation block A failed: The model `m` gave no answer for `act`: The key is wrong\./,
  },
  {
    name: 'model_output_invalid',
    blocks: [{ block_type: 'text_prompt', label: 'A', prompt: 'x' }],
    answers: ['nonsense', 'nonsense'],
    status: 'failed',
    codes: ['model_output_invalid'],
    category: 'model',
    reason: /^text_prompt block A failed: .*does not fit/,
  },
  {
    name: 'page_load_failed',
    blocks: [{ block_type: 'goto_url', label: 'A', url: `${url}none` }],
    status: 'failed',
    codes: ['page_load_failed'],
    category: 'page_load',
    reason: /^goto_url block A failed: Cannot open `https:\/\/shop\.example\/none`/,
  },
  {
    name: 'egress_refused by a request',
    blocks: [http('https://refused.example/')],
    status: 'failed',
    codes: ['egress_refused'],
    category: 'policy',
    reason: /^http_request block A failed: .*refused\.example/,
  },
  {
    name: 'egress_refused by a page',
    blocks: [{ block_type: 'goto_url', label: 'A', url: 'https://refused.example/' }],
    status: 'failed',
    codes: ['egress_refused'],
    category: 'policy',
    reason: /^goto_url block A failed: Cannot open .* because the egress policy refuses it/,
  },
  {
    name: 'page_load_failed by a page of a host that does not resolve',
    blocks: [{ block_type: 'goto_url', label: 'A', url: 'https://nowhere.example/' }],
    status: 'failed',
    codes: ['page_load_failed'],
    category: 'page_load',
    reason:
      'goto_url block A failed: Cannot open `https://nowhere.example/`: The host `nowhere.example` does not resolve to an address. Check its name, and whether the DNS server of the service knows it.',
  },
  {
    name: 'page_load_failed by a request to a host that does not resolve',
    blocks: [http('https://nowhere.example/')],
    status: 'failed',
    codes: ['page_load_failed'],
    category: 'page_load',
    reason: /^http_request block A failed: .*`nowhere\.example` does not resolve/,
  },
  {
    name: 'browser_start_failed',
    blocks: [navigation()],
    drivers: { browser: never },
    status: 'failed',
    codes: ['browser_start_failed'],
    category: 'browser',
    reason: 'navigation block A failed: The browser did not start: no display',
  },
  {
    name: 'browser_lost',
    blocks: [{ block_type: 'crash', label: 'A' }],
    status: 'failed',
    codes: ['browser_lost'],
    category: 'browser',
    reason: 'crash block A failed: The fake browser is gone. Open another one.',
  },
  {
    name: 'credential_unavailable',
    blocks: [{ block_type: 'login', label: 'A', url, parameter_keys: ['shop'] }],
    draft: {
      definition: {
        parameters: [{ parameter_type: 'workflow', key: 'shop', workflow_parameter_type: 'credential_id' }],
      },
    },
    status: 'failed',
    codes: ['credential_unavailable'],
    category: 'credential',
    reason: /^login block A failed: .*`shop`/,
  },
  {
    name: 'template_error',
    blocks: [http('https://shop.example/{{ nope.x.y }}')],
    status: 'failed',
    codes: ['template_error'],
    category: 'definition',
    reason: /^http_request block A failed: .*jinja template/,
  },
  {
    name: 'no_branch_matched',
    blocks: [
      {
        block_type: 'conditional',
        label: 'A',
        branch_conditions: [{ criteria: { expression: '{{ false }}' }, next_block_label: 'B' }],
      },
      { block_type: 'defect', label: 'B' },
    ],
    status: 'failed',
    codes: ['no_branch_matched'],
    category: 'definition',
    reason: /^conditional block A failed: /,
  },
  {
    name: 'loop_unresolved',
    blocks: [
      {
        block_type: 'for_loop',
        label: 'A',
        loop_variable_reference: '{{ nope }}',
        loop_blocks: [{ block_type: 'defect', label: 'B' }],
      },
    ],
    status: 'failed',
    codes: ['loop_unresolved'],
    category: 'definition',
    reason: /^for_loop block A failed: /,
  },
  {
    name: 'parameter_invalid',
    blocks: [{ block_type: 'task', label: 'A', url, navigation_goal: '{{ nope }}' }],
    status: 'failed',
    codes: ['parameter_invalid'],
    category: 'definition',
    reason: /^task block A failed: The task block `A` has nothing to do/,
  },
  {
    name: 'download_timeout',
    blocks: [{ block_type: 'file_download', label: 'A', url, navigation_goal: 'The bill' }],
    answers: [decides(click('a2'))],
    status: 'failed',
    codes: ['download_timeout'],
    category: 'limit',
    reason: 'file_download block A failed: Cannot download `bill.pdf`: It took too long.',
  },
  {
    name: 'block_failed',
    blocks: [{ block_type: 'code', label: 'A', code: 'throw new Error("no stock")' }],
    status: 'failed',
    codes: ['block_failed'],
    category: 'block',
    reason: /^code block A failed: .*no stock/,
  },
  {
    name: 'internal',
    blocks: [{ block_type: 'defect', label: 'A' }],
    status: 'failed',
    codes: ['internal'],
    category: 'internal',
    reason: 'defect block A failed: A counter is negative.',
  },
];

/** What a run's record says about its failure. */
async function failureOf({ recordOf }: Pick<TestEngine, 'recordOf'>, runId: string) {
  const { status, failure_category, failure_reason, errors } = await recordOf(runId);
  return { status, failure_category, failure_reason, errors };
}
const entry = (code: string, label: string | null) => ({
  error_code: code,
  reasoning: expect.any(String),
  confidence_float: null,
  block_label: label,
});
const matching = (reason: string | RegExp) =>
  typeof reason === 'string' ? reason : expect.stringMatching(reason);

describe('a run that fails in a block', () => {
  it.each(cases)('$name', async ({ blocks, draft, status, codes, category, reason, ...options }) => {
    const opened = await scene(options);
    const { runId } = await opened.begin(blocks, draft);
    const run = await opened.engine.runs.finished(opened.organizationId, runId);
    expect(await failureOf(opened, runId)).toEqual({
      status,
      failure_category: category,
      failure_reason: matching(reason),
      errors: codes.map((code) => entry(code, 'A')),
    });
    expect(run.finishedAt).not.toBeNull();
    if (category === 'user_defined') expect(run.output).toMatchObject({ error: codes[0] });
  });
});

describe('a run that fails for another reason', () => {
  it('block_timeout: the deadline of the block', async () => {
    const clock = manualClock();
    const opened = await scene({ drivers: { clock } });
    const { runId } = await opened.begin([{ block_type: 'hang', label: 'A', timeout_seconds: 5 }]);
    await untilBegun(opened, runId);
    await clock.advance(5_000);
    await opened.engine.runs.finished(opened.organizationId, runId);
    expect(await failureOf(opened, runId)).toEqual({
      status: 'failed',
      failure_category: 'limit',
      failure_reason: expect.stringMatching(/^hang block A timed_out: .*`timeout_seconds`/),
      errors: [entry('block_timeout', 'A')],
    });
  });

  it('run_timed_out: the elapsed limit', async () => {
    const clock = manualClock();
    const opened = await scene({ drivers: { clock } });
    const { runId } = await opened.begin([{ block_type: 'hang', label: 'A' }], {
      max_elapsed_time_minutes: 2,
    });
    await untilBegun(opened, runId);
    await clock.advance(120_000);
    await opened.engine.runs.finished(opened.organizationId, runId);
    expect(await failureOf(opened, runId)).toEqual({
      status: 'timed_out',
      failure_category: 'limit',
      failure_reason: expect.stringContaining('2 minutes'),
      errors: [entry('run_timed_out', null)],
    });
  });

  it('script_failed: a program without the agent to fall back on', async () => {
    const opened = await scene();
    const { engine, organizationId } = opened;
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      workflow_definition: { blocks: [navigation()] },
      run_with: 'code',
    });
    const content = 'throw new Error("the button moved")';
    await engine.scripts.create(organizationId, {
      workflowPermanentId,
      files: [{ path: 'blocks/A.js', content }],
    });
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    await engine.runs.finished(organizationId, runId);
    expect(await failureOf(opened, runId)).toEqual({
      status: 'failed',
      failure_category: 'block',
      failure_reason: expect.stringMatching(/^navigation block A failed: .*the button moved/),
      errors: [entry('script_failed', 'A')],
    });
  });

  it('OTP_TIMEOUT: nobody pushes a code', async () => {
    const clock = manualClock();
    const opened = await scene({ drivers: { clock }, answers: typesCode });
    const { runId } = await opened.begin([navigation()], {}, { totp_identifier: 'ann@shop.example' });
    let isOver = false;
    const over = opened.engine.runs.finished(opened.organizationId, runId).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await clock.advance(10_000);
      await new Promise((turn) => setImmediate(turn));
    }
    await over;
    expect(await failureOf(opened, runId)).toEqual({
      status: 'failed',
      failure_category: 'one_time_code',
      failure_reason: expect.stringMatching(/^navigation block A failed: .*within 15 minutes/),
      errors: [entry('OTP_TIMEOUT', 'A')],
    });
  });

  it('OTP_ERROR: the verification URL says that none will come', async () => {
    const server = createServer((_request, response) => response.writeHead(410).end());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closing.push(async () => server.close());
    const opened = await scene({ answers: typesCode });
    const totp_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/code`;
    const { runId } = await opened.begin([navigation()], {}, { totp_url });
    await opened.engine.runs.finished(opened.organizationId, runId);
    expect(await failureOf(opened, runId)).toEqual({
      status: 'failed',
      failure_category: 'one_time_code',
      failure_reason: expect.stringMatching(/^navigation block A failed: /),
      errors: [entry('OTP_ERROR', 'A')],
    });
  });

  it('rejected: a person says no', async () => {
    const opened = await scene();
    const { engine, organizationId } = opened;
    const { runId } = await opened.begin([
      { block_type: 'human_interaction', label: 'A', recipients: ['ann@shop.example'] },
    ]);
    await expect.poll(async () => (await engine.runs.get(organizationId, runId)).status).toBe('paused');
    await engine.runs.resume(organizationId, runId, { outcome: 'reject', reason: 'too dear' });
    await engine.runs.finished(organizationId, runId);
    expect(await failureOf(opened, runId)).toEqual({
      status: 'terminated',
      failure_category: 'user_defined',
      failure_reason: expect.stringMatching(/^human_interaction block A terminated: .*too dear/),
      errors: [entry('rejected', 'A')],
    });
  });

  it('out_of_credits: enforcement, and no credits after a step', async () => {
    const opened = await scene({
      settings: { billing: { enforce: true, planCredits: { free: 1 } } },
      answers: [decides(click('a1')), decides(click('a1'))],
    });
    const { runId } = await opened.begin([navigation()]);
    await opened.engine.runs.finished(opened.organizationId, runId);
    expect(await failureOf(opened, runId)).toEqual({
      status: 'failed',
      failure_category: 'credits',
      failure_reason: expect.stringMatching(/credits/),
      errors: [entry('out_of_credits', null)],
    });
  });

  it('worker_lost: its worker died when a side effect was recorded', async () => {
    const store: Store = { ...memoryStore(), close: async () => undefined };
    const first = await openTestEngine({ drivers: { store } });
    const { runId } = await first.begin([http('https://shop.example/', { method: 'POST' })]);
    await first.engine.runs.finished(first.organizationId, runId);
    await first.engine.close();
    // As the row was when the process died in the request.
    const [attempt] = await store.attempts.read(runId);
    expect(attempt?.effect).toBe(true);
    const lost = memoryStore();
    const kept: Store = { ...lost, close: async () => undefined };
    const next = await openTestEngine({ drivers: { store: kept }, settings: { concurrency: 0 } });
    const begun = await next.begin([http('https://shop.example/', { method: 'POST' })]);
    await next.engine.close();
    const claimed = await kept.runs.claim(begun.runId, {
      owner: 'dead',
      leaseMs: 3_600_000,
      now: Date.now(),
    });
    const row = { ...attempt!, runId: begun.runId, organizationId: begun.organizationId };
    const open = { ...row, status: 'running' as const, finishedAt: null, errors: [], failureReason: null };
    const write = { type: 'attempt', attempt: { ...open, failureCategory: null, output: null } } as const;
    const patch = { status: 'running' as const, startedAt: Date.now() };
    const revision = claimed!.run.revision;
    await kept.runs.commit(begun.runId, [{ type: 'run', patch, revision }, write], claimed!.fence, {
      now: Date.now(),
    });
    const last = await scene({ drivers: { store: kept }, settings: { takeOver: true } });
    await last.engine.runs.finished(begun.organizationId, begun.runId);
    expect(await failureOf(last, begun.runId)).toEqual({
      status: 'failed',
      failure_category: 'worker',
      failure_reason: expect.stringMatching(/^http_request block A failed: /),
      errors: [entry('worker_lost', 'A')],
    });
  });

  it('webhook_delivery_failed: nobody takes the webhook', async () => {
    const opened = await scene();
    const { engine, organizationId } = opened;
    const { runId } = await opened.begin(
      [{ block_type: 'code', label: 'A', code: 'return 1' }],
      {},
      { webhook_url: 'http://127.0.0.1:2/hook' },
    );
    for await (const _event of engine.runs.events(organizationId, runId));
    expect(await failureOf(opened, runId)).toEqual({
      status: 'failed',
      failure_category: 'webhook',
      failure_reason: expect.stringMatching(/^Webhook delivery failed: /),
      errors: [entry('webhook_delivery_failed', null)],
    });
  });

  it('a completed and a canceled run have no category', async () => {
    const opened = await scene();
    const { engine, organizationId } = opened;
    const done = await opened.begin([{ block_type: 'code', label: 'A', code: 'return 1' }]);
    await engine.runs.finished(organizationId, done.runId);
    const hung = await opened.begin([{ block_type: 'hang', label: 'A' }]);
    await untilBegun(opened, hung.runId);
    await engine.runs.cancel(organizationId, hung.runId);
    for (const [runId, status] of [
      [done.runId, 'completed'],
      [hung.runId, 'canceled'],
    ] as const) {
      const failure = await failureOf(opened, runId);
      expect(failure).toEqual({ status, failure_category: null, failure_reason: null, errors: [] });
    }
  });
});

async function untilBegun({ engine, organizationId }: TestEngine, runId: string): Promise<void> {
  for await (const event of engine.runs.events(organizationId, runId)) {
    if (event.type === 'block-start') return;
  }
}
