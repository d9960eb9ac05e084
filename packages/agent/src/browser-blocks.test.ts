import type { AnyBlock, ModelRequest, OpenOptions, Problem, RunwrightError } from '@runwright/contract';
import {
  type FakeDownload,
  type FakePage,
  fakeBrowser,
  fakeContext,
  manualClock,
  type ScriptedAnswer,
  scriptedModel,
} from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { agentBlocks } from './agent-blocks.ts';

const options: OpenOptions = {
  egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
  reveal: (text) => text.replace('{{secret.shop.password.1}}', 'hunter2'),
  signal: new AbortController().signal,
};
const shop: FakePage = {
  url: 'https://shop.example/',
  title: 'Shop',
  text: () => ['"Sold out"'],
  elements: [
    { id: 'a1', kind: 'textbox', name: 'User' },
    { id: 'a2', kind: 'textbox', name: 'Password' },
    { id: 'a3', kind: 'button', name: 'Go' },
  ],
};
const url = shop.url;

const block = (type: string) =>
  agentBlocks({ clock: manualClock() }).find((one) => one.type === type) as AnyBlock & {
    check?(node: object): readonly Problem[];
  };

/** Shop page where every click downloads a file. */
const bringing = (file: Partial<FakeDownload>): FakePage => ({
  ...shop,
  onAction: ({ action_type }) =>
    action_type === 'click'
      ? {
          downloads: [
            { filename: 'r.pdf', content: 'a report', url: 'https://shop.example/r.pdf?key=1', ...file },
          ],
        }
      : undefined,
});

async function run(
  type: string,
  config: object,
  answers: readonly ScriptedAnswer[],
  more: { readonly page?: boolean; readonly downloads?: Partial<FakeDownload> } = {},
) {
  const pages = [more.downloads ? bringing(more.downloads) : shop];
  const session = await fakeBrowser({ pages }).open(options);
  const model = scriptedModel({ answers });
  const fake = fakeContext({ model, label: 'b', ...(more.page === false ? {} : { session }) });
  const outcome = await block(type)
    .run({ parameters: {}, parameter_keys: [], ...config }, fake.context)
    .then((output) => ({ output: output as object, error: null }))
    .catch((error: unknown) => ({ output: null, error: error as RunwrightError }));
  return { ...outcome, ...fake, session, model, asked: model.requests.map(textOf) };
}

const textOf = ({ messages }: ModelRequest) => JSON.stringify(messages);
const say = (...actions: object[]) => ({ check: 'ok', memory: 'm', plan: [], actions }) as ScriptedAnswer;
const click = (id: string) => ({
  reason: 'go on',
  action_type: 'click',
  id,
  button: null,
  count: null,
  want: null,
});
const type = (id: string, text: string) => ({
  reason: 'fill',
  action_type: 'input_text',
  id,
  text,
  clear: null,
  submit: null,
});
const complete = { reason: 'done', action_type: 'complete', summary: 'Done.' };
const done = { verdict: 'done', evidence: 'Sold out', missing: null };
const judged = (code: string | null, confidence = 0.9) => ({
  refused: true,
  category: 'wrong_state',
  reason: 'It is sold out.',
  error_code: code,
  quote: 'Sold out',
  confidence,
});
const criteria = (complete: boolean, terminate: boolean) => ({ complete, terminate, evidence: 'Sold out' });

describe('action', () => {
  it('executes one action even if the model returns more, without verification', async () => {
    const { output, session, asked } = await run(
      'action',
      { url, navigation_goal: 'Press go', ai_fallback: 'fallback' },
      [say(click('a3'), click('a1'))],
    );
    expect(output).toMatchObject({ status: 'completed' });
    expect(session.actions.map(({ action }) => action.action_type)).toEqual(['goto_url', 'click']);
    expect(asked[0]).toContain('exactly one action');
  });

  it('fails and reports what was tried', async () => {
    const { error } = await run('action', { url, navigation_goal: 'Press go', ai_fallback: 'fallback' }, [
      say(click('a9')),
    ]);
    expect(error).toMatchObject({ code: 'max_steps', message: expect.stringContaining('click a9') });
  });

  it.each([
    ['fallback', true],
    ['proactive', false],
  ])('with `ai_fallback` %s sends the selector to the model: %s', async (ai_fallback, tells) => {
    const given = { url, navigation_goal: 'Press go', selector: '#go', ai_fallback };
    const { asked } = await run('action', given, [say(click('a3'))]);
    expect(asked[0]?.includes('#go')).toBe(tells);
  });

  it('rejects a blank goal', () => {
    expect(block('action').check?.({ navigation_goal: ' ' })).toMatchObject([{ path: ['navigation_goal'] }]);
    expect(block('action').check?.({ navigation_goal: 'Go' })).toEqual([]);
  });
});

describe('login', () => {
  const shopCredential = { username: '{{secret.shop.username.1}}', password: '{{secret.shop.password.1}}' };

  it('signs in with a default goal; the model sees placeholders, the page gets the values', async () => {
    const { output, session, asked } = await run('login', { url, parameters: { shop: shopCredential } }, [
      say(type('a2', shopCredential.password)),
      say(complete),
      done,
    ]);
    expect(output).toMatchObject({ status: 'completed' });
    expect(session.values.a2).toBe('hunter2');
    expect(asked[0]).toContain('Sign in with the credential');
    expect(asked[0]).toContain('{{secret.shop.password.1}}');
  });

  it('without an address on a blank page begins where the agent chooses, when it may', async () => {
    const given = { navigation_goal: 'Sign in at the shop', parameters: { shop: shopCredential } };
    const chosen = { url, title: 'Shop' };
    const { output, asked } = await run('login', { ...given, may_choose_start: true }, [
      chosen,
      say(complete),
      done,
    ]);
    expect(output).toMatchObject({ status: 'completed' });
    expect(asked[1]).toContain('shop.example');
    const { error } = await run('login', given, []);
    expect(error?.message).toContain('starting URL');
  });

  it.each([
    ['its `parameter_keys` (none) name none', {}],
    ['`shop` of its `parameter_keys` is empty', { shop: null }],
    ['`shop` of its `parameter_keys` is empty', { shop: null, other: '{{secret.other.1}}' }],
    ['its `parameter_keys` (name) name none', { name: 'Ann' }],
  ])('fails before a browser opens when %s', async (reason, parameters) => {
    const { error, model } = await run('login', { url, parameters }, [], { page: false });
    expect(error).toMatchObject({ code: 'secret_unavailable' });
    expect(error?.message).toContain(reason);
    expect(model.requests).toEqual([]);
  });
});

describe('file_download', () => {
  const given = {
    url,
    navigation_goal: 'Get the report',
    download_target: 'website',
    continue_on_empty: false,
  };

  it('completes when a file is downloaded', async () => {
    const { output, files } = await run('file_download', given, [say(click('a3'))], { downloads: {} });
    const [file] = files;
    expect(output).toMatchObject({
      status: 'completed',
      downloaded_files: [{ filename: 'r.pdf', file_id: file?.file_id, file_size: 8 }],
      downloaded_file_urls: [file?.url],
      downloaded_file_artifact_ids: [file?.file_id],
    });
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('a report');
  });

  it.each([
    ['report.pdf', 'report.pdf'],
    ['_2026', 'r_2026.pdf'],
    ['.txt', 'r.pdf.txt'],
  ])('names the file by the `download_suffix` `%s`', async (download_suffix, name) => {
    const named = { ...given, download_suffix };
    const { output } = await run('file_download', named, [say(click('a3'))], { downloads: {} });
    expect(output).toMatchObject({ downloaded_files: [{ filename: name }] });
  });

  it('fails with `download_timeout` when a download takes too long', async () => {
    const late = { downloads: { outcome: 'late' } } as const;
    const { error } = await run('file_download', { ...given, download_timeout: 1 }, [say(click('a3'))], late);
    expect(error).toMatchObject({
      code: 'block_failed',
      details: { failure_category: 'limit', errors: [{ error_code: 'download_timeout' }] },
    });
  });

  it('fails with `block_failed` when a download fails, such as one beyond a limit', async () => {
    const broken = { downloads: { outcome: 'failed' } } as const;
    const { error } = await run('file_download', given, [say(click('a3'))], broken);
    expect(error).toMatchObject({
      code: 'block_failed',
      details: { failure_category: 'block', errors: [{ error_code: 'block_failed', block_label: 'b' }] },
    });
  });

  it('saves equal files once, also in a task that continues after a download', async () => {
    const goal = { url, navigation_goal: 'Get the report', complete_verification: false };
    const answers = [say(click('a3')), say(click('a3')), say(complete)];
    const { output } = await run('navigation', goal, answers, { downloads: {} });
    expect(output).toMatchObject({ status: 'completed', downloaded_files: [{ filename: 'r.pdf' }] });
    expect(output).toHaveProperty('downloaded_files.length', 1);
  });

  it('goes on after a PDF that the page shows inside itself, which is a file when the agent says so', async () => {
    const shown = { downloads: { isEmbedded: true } } as const;
    const answers = [say(click('a3')), say(complete), done];
    const { output, asked } = await run('file_download', given, answers, shown);
    expect(asked.length).toBeGreaterThan(1);
    expect(output).toMatchObject({ status: 'completed', downloaded_files: [{ filename: 'r.pdf' }] });
  });

  it('fails when the agent claims success without a downloaded file', async () => {
    const { error } = await run('file_download', given, [say(complete), say(complete), say(complete)]);
    expect(error).toMatchObject({
      code: 'block_failed',
      message: expect.stringContaining('No file was downloaded'),
      details: { failure_category: 'target_missing', output: { status: 'failed' } },
    });
  });

  it('completes without a file when `continue_on_empty` is set', async () => {
    const { output } = await run('file_download', { ...given, continue_on_empty: true }, [
      say(complete),
      done,
    ]);
    expect(output).toMatchObject({ status: 'completed', downloaded_files: [] });
  });

  it('rejects a storage target with missing fields, and fails before a browser opens', async () => {
    const s3 = { ...given, download_target: 's3', s3_bucket: 'b', aws_access_key_id: 'k' };
    const { error } = await run('file_download', s3, [], { page: false });
    expect(error?.message).toContain('`aws_secret_access_key` is missing or empty');
    expect(block('file_download').check?.(s3)).toMatchObject([{ path: ['aws_secret_access_key'] }]);
    expect(block('file_download').check?.(given)).toEqual([]);
    const complete = await run('file_download', { ...s3, aws_secret_access_key: 's' }, [], { page: false });
    expect(complete.error?.message).toContain('use `website` and a `file_upload` block after it');
  });
});

describe('validation', () => {
  const both = { complete_criterion: 'it is sold out', terminate_criterion: 'it is on sale' };

  it.each([
    ['completed', both, criteria(true, false)],
    ['terminated', both, criteria(true, true)],
    ['terminated', both, criteria(false, false)],
    ['completed', { terminate_criterion: 'it is on sale' }, criteria(false, false)],
    ['terminated', { terminate_criterion: 'it is on sale' }, criteria(false, true)],
    ['completed', { complete_criterion: 'it is sold out' }, criteria(true, true)],
  ] as const)('is %s for %j when the judge says %j', async (status, given, answer) => {
    const { output, error, asked } = await run('validation', given, [answer]);
    expect((output ?? error?.details.output) as object).toMatchObject({ status });
    expect(error?.code ?? null).toBe(status === 'terminated' ? 'terminated' : null);
    expect(asked).toHaveLength(1);
  });

  it('terminates without a page and without a model call', async () => {
    const { error, model } = await run('validation', both, [], { page: false });
    expect(error).toMatchObject({ code: 'terminated', details: { output: { status: 'terminated' } } });
    expect(error?.message).toContain('has no page to judge');
    expect(model.requests).toEqual([]);
  });

  it('judges parameter values without a page or browser', async () => {
    const given = { ...both, without_page_information: true, parameters: { stock: 0 } };
    const { output, asked } = await run('validation', given, [criteria(true, false)], { page: false });
    expect(output).toMatchObject({ status: 'completed', task_screenshot_artifact_ids: [] });
    expect(asked[0]).toContain('There is no page');
    expect(asked[0]).toContain('stock');
  });

  it('terminates with the error code that applies', async () => {
    const given = {
      ...both,
      error_code_mapping: { GONE: 'not sold any more' },
      without_page_information: true,
    };
    const answers = [criteria(false, false), judged('GONE')];
    const { error } = await run('validation', given, answers, { page: false });
    expect(error?.details).toMatchObject({
      failure_category: 'user_defined',
      errors: [{ error_code: 'GONE', confidence_float: 0.9, block_label: 'b' }],
      output: { error: 'GONE' },
    });
  });

  it('rejects a block without a criterion', () => {
    expect(block('validation').check?.({ complete_criterion: ' ' })).toHaveLength(1);
    expect(block('validation').check?.({ terminate_criterion: 'x' })).toEqual([]);
  });
});

describe('task_v2', () => {
  it('reaches the goal of its prompt without a plan when it is short', async () => {
    const { output, entries, asked } = await run(
      'task_v2',
      { url, prompt: 'Press go', max_steps: 3, max_iterations: 50 },
      [say(click('a3')), say(complete), done],
    );
    expect(output).toMatchObject({ status: 'completed', summary: 'Done.', failure_reason: null });
    expect(asked[0]).toContain('Press go');
    expect(JSON.stringify(entries)).not.toContain('subtask-start');
  });
});

it('a failed task_v2 has an output with the same members', async () => {
  const { error } = await run('task_v2', { url, prompt: 'Go', max_steps: 1, max_iterations: 50 }, [
    say(click('a3')),
  ]);
  expect(error).toMatchObject({
    code: 'max_steps',
    details: { output: { status: 'failed', summary: null } },
  });
});

describe("the caller's error code", () => {
  const error_code_mapping = { DOWN: 'the site cannot be reached' };

  it('is applied when a page does not open, and the block terminates', async () => {
    const given = { url: 'https://shop.example/none', navigation_goal: 'Go', error_code_mapping };
    const mapped = await run('navigation', given, [judged('DOWN')]);
    expect(mapped.error).toMatchObject({
      code: 'terminated',
      details: { errors: [{ error_code: 'DOWN' }], output: { status: 'terminated', error: 'DOWN' } },
    });
    const plain = await run('navigation', given, [judged('DOWN', 0.5)]);
    expect(plain.error).toMatchObject({ code: 'block_failed', details: { failure_category: 'page_load' } });
  });

  it("is applied when the verification rejects the agent's claim", async () => {
    const given = { url, navigation_goal: 'Go', error_code_mapping };
    const no = { verdict: 'not_done', evidence: 'Sold out', missing: 'all of it' };
    const answers = [say(complete), no, say(complete), no, say(complete), no, judged('DOWN')];
    const { error } = await run('navigation', given, answers);
    expect(error).toMatchObject({ code: 'terminated', details: { errors: [{ error_code: 'DOWN' }] } });
  });
});

describe('a JavaScript dialog', () => {
  const dialog = { kind: 'confirm', text: 'Delete the order?', suggestion: '', url } as const;
  const asking: FakePage = {
    ...shop,
    onAction: ({ action_type }) =>
      action_type === 'click'
        ? { asks: { dialog, answered: ({ accept }) => ({ values: { a1: accept ? 'gone' : 'there' } }) } }
        : undefined,
  };
  const goal = { url, navigation_goal: 'Delete the order', complete_verification: false };

  it.each([
    [{ accept: true, text: null }, 'gone', 'accepted'],
    [{ accept: false, text: null }, 'there', 'dismissed'],
    ['no answer at all', 'there', 'dismissed'],
  ])('is answered by a model with %j', async (answer, value, decision) => {
    const session = await fakeBrowser({ pages: [asking] }).open(options);
    const answers = [say(click('a3')), answer, say(complete)] as const;
    const model = scriptedModel({ answers });
    const { context } = fakeContext({ model, label: 'b', session });
    await block('navigation').run({ parameters: {}, parameter_keys: [], ...goal }, context);
    expect(session.values).toMatchObject({ a1: value });
    const [, asked, after] = model.requests.map(textOf);
    expect(asked).toContain('Delete the order?');
    expect(after).toContain(`was ${decision}`);
  });
});
