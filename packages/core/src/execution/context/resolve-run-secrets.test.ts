import { RunwrightError, Secret, type SecretSource, Type } from '@runwright/contract';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Act,
  act,
  closeEngines,
  output,
  page,
  parametersEngine,
  wanted,
} from '../../acceptance/acceptance-parameters.test-helpers.ts';
import { memorySecrets } from '../../secrets/secret-sources.ts';

afterEach(closeEngines);

describe('a secret goes only where a block declares its parameter', () => {
  const secrets = [memorySecrets({ 'shop/pass': 'open sesame' })];
  const pass = { parameter_type: 'aws_secret', key: 'pass', aws_key: 'shop/pass' };
  const source = { parameter_type: 'context', key: 'same', source_parameter_key: 'pass' };
  const reveal: Act = async ({ text }, context) =>
    (await context.reveal(text, 'https://shop.test')).reveal() === 'open sesame';

  it.each<[string, object]>([
    ['parameter_keys', { text: '{{ a_output }}', parameter_keys: ['pass'] }],
    ['a template that names it', { text: '{{ pass }}' }],
    ['a context parameter that is taken from it', { text: '{{ same }}' }],
  ])('by %s', async (_how, members) => {
    const { run } = await parametersEngine(
      async (config, context) => (context.label === 'a' ? config.parameters.pass : reveal(config, context)),
      { secrets },
    );
    const first = act('a', '', { parameter_keys: ['pass'] });
    const ended = await run({ parameters: [pass, source], blocks: [first, { ...act('b', ''), ...members }] });
    expect(output(ended, 'b')).toBe(true);
  });

  it('and a block that got the placeholder in another way fails, naming both', async () => {
    const { run } = await parametersEngine(
      async (config, context) => (context.label === 'a' ? config.parameters.pass : reveal(config, context)),
      { secrets },
    );
    const first = act('a', '', { parameter_keys: ['pass'] });
    const ended = await run({ parameters: [pass], blocks: [first, act('b', '{{ a_output }}')] });
    expect(ended).toMatchObject({ status: 'failed', failureCategory: 'credential' });
    expect(ended.failureReason).toMatch(/Block `b` .*`pass`.*`parameter_keys`/);
  });

  it('nor is it typed into a page, which is the result of the action', async () => {
    const browser = fakeBrowser({ pages: [page] });
    const { run } = await parametersEngine(
      async ({ text, parameters }, context) => {
        if (context.label === 'a') return parameters.pass;
        const { signal } = context;
        const driver = (await context.browser()).page;
        await driver.act({ action_type: 'goto_url', url: page.url }, { epoch: 0, signal });
        const { epoch } = await driver.read({ mode: 'action', signal });
        const { code } = await driver.act({ action_type: 'input_text', id: 'a1', text }, { epoch, signal });
        return code ?? 'typed';
      },
      { browser, secrets },
    );
    const first = act('a', '', { parameter_keys: ['pass'] });
    const ended = await run({ parameters: [pass], blocks: [first, act('b', '{{ a_output }}')] });
    expect(output(ended, 'b')).toBe('secret_refused');
    expect(browser.sessions[0]?.values.a1).toBeUndefined();
  });

  it('a plain parameter that equals a stored secret is its placeholder to a model, which may type it', async () => {
    const model = scriptedModel({ answers: [{ ok: true }] });
    const { run } = await parametersEngine(
      async ({ text }, context) => {
        const schema = Type.Object({ ok: Type.Boolean() });
        await context.model().generate({
          messages: [{ role: 'user', content: `the code is ${text}` }],
          schema,
          signal: context.signal,
        });
        const told = JSON.stringify(model.requests);
        const placeholder = /\{\{secret\.pass\.[0-9a-f]+\}\}/.exec(told)?.[0] ?? '';
        return [
          told.includes('open sesame'),
          (await context.reveal(placeholder, 'https://shop.test')).reveal() === text,
        ];
      },
      { model, secrets },
    );
    const definition = { parameters: [pass, wanted('plain')], blocks: [act('a', '{{ plain }}')] };
    expect(output(await run(definition, { plain: 'open sesame' }))).toEqual([false, true]);
  });
});

it('a value that a block registers as a secret is a placeholder for the next one, which may use it, and is stored nowhere', async () => {
  const value = 'token-of-the-answer';
  const { run, kept } = await parametersEngine(async ({ text }, context) => {
    if (context.label === 'a')
      return { token: await context.registerSecret('token', value), echo: `got ${value}` };
    return (await context.reveal(text, 'https://shop.test')).reveal() === `Bearer ${value}`;
  });
  const blocks = [act('a', ''), act('b', 'Bearer {{ a_output.token }}')];
  const ended = await run({ blocks });
  expect(output(ended, 'a')).toEqual({
    token: expect.stringMatching(/^\{\{secret\.a\.token\.~[\w-]+\.[0-9a-f]+\}\}$/),
    echo: 'got *****',
  });
  expect(output(ended, 'b')).toBe(true);
  expect(await kept(ended)).not.toContain(value);
});

describe('parameters of password managers', () => {
  const vault = (fields: Readonly<Record<string, string>> | Error, seen: unknown[] = []): SecretSource => ({
    specVersion: 'v1',
    resolve: async (reference) => (reference.startsWith('bw/') ? new Secret(`${reference} value`) : null),
    async resolveItem(item) {
      seen.push(item);
      if (fields instanceof Error) throw fields;
      return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, new Secret(text)]));
    },
  });

  it('are objects of placeholders with a note for models', async () => {
    const seen: unknown[] = [];
    let sent = '';
    const sending: Act = async ({ parameters }, { reveal }) => {
      sent = (await reveal(JSON.stringify(parameters.item), 'https://shop.test')).reveal();
      return parameters.item;
    };
    const { run } = await parametersEngine(sending, {
      secrets: [memorySecrets({}), vault({ username: 'ann@shop.test', password: 'correct horse' }, seen)],
    });
    const ended = await run(
      {
        parameters: [
          wanted('vault'),
          { parameter_type: 'onepassword', key: 'item', vault_id: 'vault', item_id: 'i-{{ vault }}' },
        ],
        blocks: [act('a', '', { parameter_keys: ['item'] })],
      },
      { vault: 'v1' },
    );
    expect(seen).toEqual([{ vault: 'onepassword', vaultId: 'v1', itemId: 'i-v1' }]);
    expect(sent).toContain('"password":"correct horse"');
    expect(output(ended)).toEqual({
      context: expect.stringContaining('placeholders'),
      username: expect.stringMatching(/^\{\{secret\.item\.username\./),
      password: expect.stringMatching(/^\{\{secret\.item\.password\./),
    });
  });

  it('of Bitwarden open it with secrets of the other sources', async () => {
    const seen: { account: { masterPassword: Secret } }[] = [];
    const { run } = await parametersEngine(undefined, { secrets: [vault({ card_number: '4111' }, seen)] });
    const parameter = {
      parameter_type: 'bitwarden_credit_card_data',
      key: 'card',
      bitwarden_client_id_aws_secret_key: 'bw/id',
      bitwarden_client_secret_aws_secret_key: 'bw/secret',
      bitwarden_master_password_aws_secret_key: 'bw/master',
      bitwarden_collection_id: 'c1',
      bitwarden_item_id: 'i1',
    };
    expect(await run({ parameters: [parameter] })).toMatchObject({ status: 'completed' });
    expect(seen).toMatchObject([
      { vault: 'bitwarden', kind: 'credit_card', collectionId: 'c1', itemId: 'i1' },
    ]);
    expect(seen[0]?.account.masterPassword.reveal()).toBe('bw/master value');
  });

  it.each<[string, SecretSource, RegExp]>([
    ['that no source is configured for', memorySecrets({}), /`item`.*Azure Key Vault/],
    [
      'whose vault fails',
      vault(new RunwrightError('secret_unavailable', 'The vault `v` answered 503; try again later.')),
      /answered 503/,
    ],
    ['with a one-time secret that is none', vault({ totp: 'no base 32!' }), /`item`.*neither base32/],
  ])('%s fail the run before its first block', async (_what, source, reason) => {
    let ran = false;
    const { run } = await parametersEngine(
      async () => {
        ran = true;
      },
      { secrets: [source] },
    );
    const ended = await run({
      parameters: [
        {
          parameter_type: 'azure_vault_credential',
          key: 'item',
          vault_name: 'v',
          username_key: 'u',
          password_key: 'p',
        },
      ],
    });
    expect(ended).toMatchObject({ status: 'failed', failureCategory: 'credential' });
    expect(ended.failureReason).toMatch(reason);
    expect(ran).toBe(false);
  });
});
