import type { CredentialParameter, Json } from '@runwright/contract';
import { Type } from '@runwright/contract';
import { fakeBrowser, manualClock, scriptedModel } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { memorySecrets } from '../secrets/secret-sources.ts';
import {
  type Act,
  act,
  closeEngines,
  output,
  page,
  parametersEngine,
  refusal,
  wanted,
} from './acceptance-parameters.test-helpers.ts';

afterEach(closeEngines);

const login = (members: Partial<CredentialParameter> = {}) => ({
  parameter_type: 'credential',
  key: 'login',
  credential_id: 'cred_1',
  ...members,
});
describe('9: required p, q missing / default given / null with default', () => {
  it('refuses the start and names both / takes the default / takes the default', async () => {
    const { save, begin, run, engine, organizationId } = await parametersEngine();
    const required = await save({ parameters: [wanted('q'), wanted('p')] });
    expect(await refusal(begin(required.workflowPermanentId))).toEqual([
      'parameters.p: missing',
      'parameters.q: missing',
    ]);
    expect((await engine.runs.list(organizationId)).items).toEqual([]);
    const withDefault = {
      parameters: [wanted('p', 'integer', { default_value: ' 7 ' })],
      blocks: [act('a', '{{ p + 1 }}')],
    };
    expect(output(await run(withDefault))).toBe('8');
    expect(output(await run(withDefault, { p: null }))).toBe('8');
  });
});

describe('10: conversions of parameters', () => {
  it.each<[string, unknown, Json]>([
    ['integer', '12', 12],
    ['boolean', 'TRUE', true],
    ['boolean', '1', true],
    ['boolean', 0, false],
    ['boolean', false, false],
    ['json', '{"a": [1]}', { a: [1] }],
    ['float', '2.5', 2.5],
    ['string', 7, '7'],
    ['string', '', ''],
    ['file_url', 'https://shop.test/a.pdf', 'https://shop.test/a.pdf'],
    ['file_url', { s3uri: 'runwright://files/f_1' }, { s3uri: 'runwright://files/f_1' }],
  ])('%s takes %j', async (type, given, value) => {
    const { run } = await parametersEngine(async ({ parameters }) => parameters.p);
    const definition = { parameters: [wanted('p', type)], blocks: [act('a', '', { parameter_keys: ['p'] })] };
    expect(output(await run(definition, { p: given }))).toEqual(value);
  });

  it.each([
    ['integer', '1.5', 'int_parsing'],
    ['integer', 'abc', 'int_parsing'],
    ['integer', '', 'missing'],
    ['integer', true, 'int_parsing'],
    ['boolean', 'yes', 'bool_parsing'],
    ['json', '{bad', 'value_error'],
    ['file_url', {}, 'missing'],
    ['file_url', { s3uri: '' }, 'missing'],
    ['credential_id', 5, 'value_error'],
  ])('%s refuses %j', async (type, given, problem) => {
    const { save, begin } = await parametersEngine();
    const { workflowPermanentId } = await save({ parameters: [wanted('p', type)] });
    expect(await refusal(begin(workflowPermanentId, { p: given }))).toEqual([`parameters.p: ${problem}`]);
  });

  it('a default that does not convert is refused at save', async () => {
    const { save } = await parametersEngine();
    const parameters = [wanted('p', 'json', { default_value: '{bad' })];
    expect(await refusal(save({ parameters }))).toEqual([
      'workflow_definition.parameters.0.default_value: value_error',
    ]);
  });
});

it.each([
  ['current_value', [wanted('current_value')]],
  ['my-key', [wanted('my-key')]],
  ['1a', [wanted('1a')]],
  ['a duplicate', [wanted('x', 'string'), wanted('x', 'string')]],
  ['`<label>_output` of a block', [wanted('a_output')]],
])('11: the key %s is refused at save', async (_what, parameters) => {
  const { save } = await parametersEngine();
  expect(await refusal(save({ parameters }))).toEqual([
    `workflow_definition.parameters.${parameters.length - 1}.key: value_error`,
  ]);
});

it('38: a secret parameter typed into a page is a placeholder to the model and masked in an output', async () => {
  const value = 'correct horse battery';
  const model = scriptedModel({ answers: [{ ok: true }] });
  const browser = fakeBrowser({ pages: [page] });
  const { run, kept } = await parametersEngine(
    async ({ text, parameters }, context) => {
      const { signal } = context;
      const schema = Type.Object({ ok: Type.Boolean() });
      await context.model().generate({ messages: [{ role: 'user', content: text }], schema, signal });
      const driver = (await context.browser()).page;
      await driver.act({ action_type: 'goto_url', url: page.url }, { epoch: 0, signal });
      const { epoch } = await driver.read({ mode: 'action', signal });
      await driver.act(
        { action_type: 'input_text', id: 'a1', text: String(parameters.pass) },
        { epoch, signal },
      );
      return { echo: `typed ${value}` };
    },
    { browser, model, secrets: [memorySecrets({ 'shop/pass': value })] },
  );
  const ended = await run({
    parameters: [{ parameter_type: 'aws_secret', key: 'pass', aws_key: 'shop/pass' }],
    blocks: [act('a', 'log in with {{ pass }}', { parameter_keys: ['pass'] })],
  });
  expect(ended).toMatchObject({ status: 'completed', failureReason: null });
  expect(JSON.stringify(model.requests)).toMatch(/log in with \{\{secret\.pass\.[0-9a-f]+\}\}/);
  expect(model.requests[0]?.messages[0]).toMatchObject({
    content: expect.stringContaining('placeholders of secrets'),
  });
  expect(browser.sessions[0]?.values.a1).toBe(value);
  expect(output(ended)).toEqual({ echo: 'typed *****' });
  expect(await kept(ended)).not.toContain(value);
});

it('43: a parameter value that looks like a template stays literal', async () => {
  const { run } = await parametersEngine();
  const definition = { parameters: [wanted('p')], blocks: [act('a', 'is {{ p }}')] };
  expect(output(await run(definition, { p: '{{ 7*7 }}' }))).toBe('is {{ 7*7 }}');
});

it('46: a secret is masked inside a text and as an equal one, unless all values like it can be tried', async () => {
  const secrets = [memorySecrets({ short: 'abcd', long: 'abcdefg' })];
  const texts = ['xxabcdxx', 'abcd', 'in abcdefg.', { deep: ['abcdefg'] }];
  const { run } = await parametersEngine(async () => texts, { secrets });
  const parameters = ['short', 'long'].map((key) => ({ parameter_type: 'aws_secret', key, aws_key: key }));
  expect(output(await run({ parameters }))).toEqual(['xxabcdxx', 'abcd', 'in *****.', { deep: ['*****'] }]);
});

describe('59: a parameter of type credential_id', () => {
  const definition = {
    parameters: [wanted('login', 'credential_id')],
    blocks: [act('a', '{{ login is none }}', { parameter_keys: ['login'] })],
  };

  it('is null when it is left out, and the run starts', async () => {
    const { run } = await parametersEngine(async ({ text, parameters }) => [text, parameters.login]);
    expect(output(await run(definition))).toEqual(['True', null]);
    expect(output(await run(definition, { login: '' }))).toEqual(['True', null]);
  });

  it('is refused with an id that the organization does not have', async () => {
    const { save, begin, engine, organizationId } = await parametersEngine();
    const { workflowPermanentId } = await save(definition);
    expect(await refusal(begin(workflowPermanentId, { login: 'cred_404' }))).toEqual([
      'parameters.login: value_error',
    ]);
    expect((await engine.runs.list(organizationId)).items).toEqual([]);
  });

  it('is an object of placeholders, and its id stays in the parameters of the run', async () => {
    const { run, credential, kept } = await parametersEngine(async ({ parameters }, { reveal }) => {
      const { username, password } = parameters.login as Record<string, string>;
      const revealed = (await reveal(`${username}:${password}`, 'https://shop.test')).reveal();
      return [username, revealed === 'ann@shop.test:correct horse'];
    });
    const id = await credential();
    const ended = await run(definition, { login: id });
    expect(output(ended)).toEqual([
      expect.stringMatching(/^\{\{secret\.login\.username\.[0-9a-f]+\}\}$/),
      true,
    ]);
    expect(ended.parameters).toEqual({ login: id });
    expect(await kept(ended)).not.toMatch(/correct horse|ann@/);
  });

  it('refuses the start when its key is misspelt and left out', async () => {
    const { save, begin, run, credential } = await parametersEngine();
    const { workflowPermanentId } = await save(definition);
    const id = await credential();
    expect(await refusal(begin(workflowPermanentId, { logn: id }))).toEqual(['parameters.logn: value_error']);
    expect(await run(definition, { login: id, logn: id })).toMatchObject({ status: 'completed' });
  });
});

it('keys that the workflow does not have are a notice on the timeline', async () => {
  const { engine, organizationId, run } = await parametersEngine();
  const ended = await run({ parameters: [wanted('p', 'string', { default_value: 'x' })] }, { extra: 1 });
  const events = await engine.runs.timeline(organizationId, ended.runId);
  const notices = events.flatMap((event) => (event.type === 'thought' ? [event.thought] : []));
  expect(notices).toEqual([expect.stringContaining('no parameter `extra`')]);
});

describe('a context parameter', () => {
  const parameters = [
    wanted('rows', 'json'),
    { parameter_type: 'context', key: 'city', source_parameter_key: 'rows' },
    { parameter_type: 'context', key: 'seen', source_parameter_key: 'before_output' },
  ];
  const each = {
    block_type: 'for_loop',
    label: 'each',
    loop_over_parameter_key: 'rows',
    loop_blocks: [act('inside', '{{ city }}, {{ seen }}', { parameter_keys: ['city'] })],
  };
  const blocks = [act('before', ''), each];

  it('is the member of a source: of an output, and in a loop of its item', async () => {
    const texts: string[] = [];
    const { run } = await parametersEngine(async ({ text, parameters: given }, { label }) => {
      if (label === 'before') return { extracted_information: { seen: 'yes' } };
      texts.push(`${text} (${given.city})`);
      return null;
    });
    const ended = await run({ parameters, blocks }, { rows: [{ city: 'Oslo' }, 'Bergen'] });
    expect(ended).toMatchObject({ status: 'completed', failureReason: null });
    expect(texts).toEqual(['Oslo, yes (Oslo)', 'Bergen, yes (Bergen)']);
  });

  it('that an item lacks fails the block, naming the member', async () => {
    const { run } = await parametersEngine();
    const ended = await run({ parameters, blocks }, { rows: [{ town: 'Oslo' }] });
    expect(ended.status).toBe('failed');
    expect(ended.failureReason).toMatch(/`city`.*`town`/);
  });
});

describe('a credential parameter', () => {
  const reading: Act = async ({ parameters }, { reveal }) => {
    const { username } = parameters.login as Record<string, string>;
    return (await reveal(String(username), 'https://shop.test')).reveal() === 'bob' ? 'second' : 'first';
  };
  const using = (members: Partial<CredentialParameter>) => ({
    parameters: [login(members)],
    blocks: [act('a', '', { parameter_keys: ['login'] })],
  });

  it('is named by an id, or by a credential_id parameter that may be left out', async () => {
    const { run, credential } = await parametersEngine(async ({ parameters }) => parameters.login === null);
    const id = await credential();
    expect(output(await run(using({ credential_id: id })))).toBe(false);
    const definition = {
      ...using({ credential_id: 'picked' }),
      parameters: [wanted('picked', 'credential_id'), login({ credential_id: 'picked' })],
    };
    expect(output(await run(definition, { picked: id }))).toBe(false);
    expect(output(await run(definition))).toBe(true);
  });

  it('takes turns among several credentials, run by run', async () => {
    const { save, begin, engine, organizationId, credential } = await parametersEngine(reading);
    const ids = [await credential(), await credential({ username: 'bob' })];
    const { workflowPermanentId } = await save(using({ credential_ids: ids }));
    const seen: Json[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { runId } = await begin(workflowPermanentId);
      seen.push(output(await engine.runs.finished(organizationId, runId)));
    }
    expect(seen).toEqual(['first', 'second', 'first']);
  });

  it('falls back to another credential when the first is gone, and says so', async () => {
    const { run, credential, engine, organizationId } = await parametersEngine(reading);
    const [first, second] = [await credential(), await credential({ username: 'bob' })];
    await engine.credentials.delete(organizationId, first);
    const ended = await run(using({ credential_id: first, fallback_credential_ids: [second] }));
    expect(output(ended)).toBe('second');
    const events = await engine.runs.timeline(organizationId, ended.runId);
    expect(JSON.stringify(events)).toContain(`${second} is used instead`);
  });

  it('with a `fallback_trigger` has a notice that a failed sign-in changes no credential', async () => {
    const { run, credential, engine, organizationId } = await parametersEngine(reading);
    const members = { credential_id: await credential(), fallback_trigger: 'any_failure' } as const;
    const ended = await run(using(members));
    const events = await engine.runs.timeline(organizationId, ended.runId);
    expect(JSON.stringify(events)).toContain('`fallback_trigger` of parameter `login` has no effect');
  });

  it('that cannot be had fails the run before its first block, naming the parameter', async () => {
    let ran = false;
    const { run } = await parametersEngine(async () => {
      ran = true;
    });
    const ended = await run(using({ credential_id: 'cred_404' }));
    expect(ended).toMatchObject({ status: 'failed', failureCategory: 'credential' });
    expect(ended.failureReason).toMatch(/`login`.*`cred_404`/);
    expect(ended.errors).toMatchObject([{ error_code: 'credential_unavailable' }]);
    expect(ran).toBe(false);
  });

  it('yields a fresh one-time code at every use, and none of them is stored', async () => {
    const clock = manualClock({ now: 59_000 - 30_000 });
    const codes: string[] = [];
    const { run, credential, kept } = await parametersEngine(
      async ({ text }, { reveal, log }) => {
        codes.push((await reveal(text, 'https://shop.test')).reveal());
        log.info(`typed ${codes.at(-1)}`);
        return `code was ${codes.at(-1)}`;
      },
      { clock },
    );
    const totp = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const running = run({
      parameters: [login({ credential_id: await credential({ totp }) })],
      blocks: [act('a', '{{ login.totp }}'), act('b', '{{ login.totp }}')],
    });
    // 29 s into a period: both uses wait for the next one.
    await clock.untilSleeping(2);
    await clock.advance(1_000);
    const ended = await running;
    expect(ended.status).toBe('completed');
    expect(codes).toEqual(['287082', '287082']);
    expect(output(ended)).toBe('code was *****');
    expect(await kept(ended)).not.toMatch(/287082|GEZDGNBV/);
  });

  it('of a card has its brand in the clear, and of a secret its label', async () => {
    const { run, engine, organizationId } = await parametersEngine(async ({ text }) => text);
    const card = await engine.credentials.create(organizationId, {
      name: 'Card',
      credential_type: 'credit_card',
      credential: {
        card_number: '4111111000091234',
        card_cvv: '987',
        card_exp_month: '12',
        card_exp_year: '2031',
        card_brand: 'visa',
        card_holder_name: 'Ann Example',
      },
    });
    const ended = await run({
      parameters: [login({ credential_id: card.credential_id })],
      blocks: [act('a', '{{ login.card_brand }} {{ login.card_number }}')],
    });
    expect(output(ended)).toMatch(/^visa \{\{secret\.login\.card_number\.[0-9a-f]+\}\}$/);
  });
});
