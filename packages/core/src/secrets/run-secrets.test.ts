import { RunwrightError, Secret } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createCipher } from '../crypto/cipher.ts';
import { createRunSecrets, runNonce } from './run-secrets.ts';

const secret = (value: string) => new Secret(value);
const sealing = () => createRunSecrets({ cipher: createCipher(new Uint8Array(32), 'wr_1', 'secret') });

describe('placeholders', () => {
  it('stand for a secret, and only the run that gave them takes them back', () => {
    const runSecrets = createRunSecrets();
    const placeholder = runSecrets.add('shop', secret('hunter2!'));
    expect(placeholder).toMatch(/^\{\{secret\.shop\.[0-9a-f]{24}\}\}$/);
    expect(runSecrets.reveal(`pass=${placeholder};`)).toBe('pass=hunter2!;');
    expect(() => createRunSecrets().reveal(placeholder)).toThrow(RunwrightError);
  });

  it('of fields are an object', () => {
    const runSecrets = createRunSecrets({ nonce: 'n' });
    const login = runSecrets.add('a b', { username: secret('ann'), password: secret('x') });
    expect(login).toEqual({
      username: '{{secret.a%20b.username.n}}',
      password: '{{secret.a%20b.password.n}}',
    });
    expect(runSecrets.reveal(`${login.username}:${login.password}`)).toBe('ann:x');
  });

  it('that are unknown are an error that does not tell the nonce', () => {
    const runSecrets = createRunSecrets({ nonce: 'abc' });
    runSecrets.add('key', secret('12345'));
    expect(() => runSecrets.reveal('{{secret.key.def}}')).toThrow('`{{secret.key…}}`');
    expect(() => runSecrets.reveal('{{secret.other.abc}}')).toThrow(/secret of this run/);
  });

  it('take the form of the place where the value will stand', () => {
    const runSecrets = createRunSecrets();
    const placeholder = runSecrets.add('k', secret('a"b&c'));
    expect(runSecrets.reveal(`https://x/?k=${placeholder}`, 'url')).toBe('https://x/?k=a%22b%26c');
    const hook = runSecrets.add('hook', secret('https://hooks.example/a?b'));
    expect(runSecrets.reveal(`${hook}&k=${placeholder}`, 'url')).toBe(
      'https://hooks.example/a?b&k=a%22b%26c',
    );
    expect(JSON.parse(runSecrets.reveal(JSON.stringify({ k: placeholder }), 'json'))).toEqual({ k: 'a"b&c' });
    expect(runSecrets.reveal(new URL(`https://x/${placeholder}/y`).href)).toBe('https://x/a%22b%26c/y');
  });

  it('stay valid for the next worker of the same run', () => {
    const key = new Uint8Array(32);
    const placeholder = createRunSecrets({ nonce: runNonce(key, 'wr_1') }).add('k', secret('value'));
    const next = createRunSecrets({ nonce: runNonce(key, 'wr_1') });
    next.add('k', secret('value'));
    expect(next.reveal(placeholder)).toBe('value');
    expect(runNonce(key, 'wr_2')).not.toBe(runNonce(key, 'wr_1'));
  });
});

describe('sealed values', () => {
  const cipher = createCipher(new Uint8Array(32).fill(1), 'wr_1', 'secret');

  it('travel in their placeholders to the next worker of the run', () => {
    const placeholder = createRunSecrets({ nonce: 'abc', cipher }).seal('login.body.token', 'hunter2!');
    expect(placeholder).toMatch(/^\{\{secret\.login\.body\.token\.~[\w-]+\.abc\}\}$/);
    const next = createRunSecrets({ nonce: 'abc', cipher });
    expect(next.reveal(`x ${placeholder}`)).toBe('x hunter2!');
    expect(next.reveal(encodeURI(`https://x/?t=${placeholder}`))).toBe('https://x/?t=hunter2!');
  });

  it('are masked as soon as their placeholder was seen', () => {
    const placeholder = createRunSecrets({ nonce: 'abc', cipher }).seal('token', 'hunter2!');
    const next = createRunSecrets({ nonce: 'abc', cipher });
    expect(next.findPlaceholders({ output: [placeholder] })).toMatchObject([{ name: 'token' }]);
    expect(next.mask(`was hunter2!, is ${placeholder}`)).toBe(`was *****, is ${placeholder}`);
  });

  it('may go where the bound secret that they hold may go, and on the next worker too', () => {
    const binding = { hosts: ['shop.example'], isCard: false };
    const bound = () => {
      const secrets = createRunSecrets({ nonce: 'abc', cipher });
      secrets.add('login', { password: new Secret('hunter2!') }, binding);
      return secrets;
    };
    const secrets = bound();
    const echo = secrets.seal('echo', 'you sent hunter2%21');
    const token = secrets.seal('token', 'another value');
    for (const run of [secrets, bound()]) {
      expect(run.findPlaceholders(echo)).toMatchObject([{ name: 'echo', binding }]);
      expect(run.findPlaceholders(token)).toMatchObject([{ name: 'token', binding: null }]);
    }
  });

  it('of another run, or changed, are unknown', () => {
    const placeholder = createRunSecrets({ nonce: 'abc', cipher }).seal('token', 'hunter2!');
    expect(() => createRunSecrets({ nonce: 'def', cipher }).reveal(placeholder)).toThrow(
      '`{{secret.token…}}`',
    );
    const moved = placeholder.replace('.token.', '.other.');
    expect(() => createRunSecrets({ nonce: 'abc', cipher }).reveal(moved)).toThrow(RunwrightError);
  });
});

describe('masking', () => {
  it('covers a short secret only when it is the whole text', () => {
    const runSecrets = sealing();
    runSecrets.seal('k', 'abcd');
    expect(runSecrets.mask('xxabcdxx')).toBe('xxabcdxx');
    expect(runSecrets.mask({ a: ['abcd'] })).toEqual({ a: ['*****'] });
  });

  it('covers a secret of five characters inside a text, in keys and in numbers', () => {
    const runSecrets = sealing();
    runSecrets.seal('k', 'abcde');
    runSecrets.seal('number', '9876543');
    expect(
      runSecrets.mask({ 'is abcde': 'xxabcdexx', n: 9876543, other: 9876, deep: [[{ t: 'abcde!' }]] }),
    ).toEqual({
      'is *****': 'xx*****xx',
      n: '*****',
      other: 9876,
      deep: [[{ t: '*****!' }]],
    });
  });

  it.each([
    ['percent-encoded', (value: string) => encodeURIComponent(value)],
    ['in a form', (value: string) => new URLSearchParams({ p: value }).toString()],
    [
      'in JSON inside JSON',
      (value: string) => JSON.stringify(JSON.stringify({ p: value }).slice(1, -1)).slice(1, -1),
    ],
    [
      'in HTML',
      (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
    ],
    ['in base64', (value: string) => Buffer.from(value).toString('base64')],
    ['in Basic authorization', (value: string) => Buffer.from(`annie:${value}`).toString('base64')],
    [
      'in Basic authorization of another length',
      (value: string) => Buffer.from(`an:${value}`).toString('base64url'),
    ],
  ])('covers a secret %s', (_form, encode) => {
    const runSecrets = createRunSecrets();
    runSecrets.add('k', secret('correct <horse> & "staple" 9'));
    const text = encode('correct <horse> & "staple" 9');
    const masked = runSecrets.mask(`before ${text} after`);
    expect(masked).toContain('*****');
    expect(masked.length).toBeLessThan('before '.length + text.length);
  });

  it('leaves placeholders whole, even when a secret is a word of theirs', () => {
    const runSecrets = createRunSecrets();
    const placeholder = runSecrets.add('secrets', secret('secrets'));
    expect(runSecrets.mask(`the secrets ${placeholder}`)).toBe(`the ***** ${placeholder}`);
  });

  it('is not fooled by text that only looks like a placeholder', () => {
    const runSecrets = createRunSecrets();
    runSecrets.add('k', secret('hunter2!'));
    expect(runSecrets.mask('{{secret.hunter2!}}')).toBe('{{secret.*****}}');
  });

  it('goes on covering a value that was replaced', () => {
    const runSecrets = createRunSecrets();
    runSecrets.add('k', secret('first-value'));
    runSecrets.add('k', secret('second-value'));
    expect(runSecrets.mask('first-value second-value')).toBe('***** *****');
  });

  it.each(['047', '4711', '482913', '19870412', 'abcd'])(
    'leaves %s, which a list of all such values would show',
    (pin) => {
      const runSecrets = createRunSecrets();
      runSecrets.add('card', { number: secret('4111111111111111'), pin: secret(pin) });
      const all = { whole: pin, text: `is ${pin}, not 4111111111111111`, number: Number(pin) };
      expect(runSecrets.mask(all)).toEqual({ ...all, text: `is ${pin}, not *****` });
      expect(runSecrets.withPlaceholders(pin)).toBe(pin);
    },
  );

  it('covers a value of few digits that came up in the run', () => {
    const runSecrets = sealing();
    const placeholder = runSecrets.seal('a.code', '482913');
    expect(runSecrets.mask('Your code is 482913')).toBe('Your code is *****');
    expect(runSecrets.withPlaceholders('482913')).toBe(placeholder);
  });

  it('covers what can be guessed in answers to texts that hold it', () => {
    const runSecrets = createRunSecrets();
    const card = runSecrets.add('card', { cvv: secret('047'), pin: secret('4711') });
    const other = runSecrets.add('door', secret('9999'));
    const mask = runSecrets.createEchoMask([`{"cvv":"${card.cvv}","pin":"${card.pin}"}`]);
    expect(mask({ cvv: '047', text: 'pin 4711', door: '9999' })).toEqual({
      cvv: '*****',
      text: 'pin *****',
      door: '9999',
    });
    expect(runSecrets.createEchoMask([other])('4711')).toBe('4711');
  });

  it('covers every number of the form of a secret in answers once the workflow has listed them', () => {
    const runSecrets = createRunSecrets();
    const pin = runSecrets.add('pin', secret('4711'));
    const list = Array.from({ length: 100 }, (_, at) => `${4_700 + at}`);
    expect(runSecrets.createEchoMask([pin])('4710 4711')).toBe('4710 *****');
    runSecrets.noteWritten({ body: list });
    const mask = runSecrets.createEchoMask([pin]);
    expect(mask({ all: '4710 4711 99', deep: '["4799"]' })).toEqual({
      all: '***** ***** 99',
      deep: '["*****"]',
    });
  });

  it('does not bind a value to the hosts of a secret for a guess in it, or for a part', () => {
    const runSecrets = sealing();
    const binding = { hosts: ['shop.example'], isCard: false };
    runSecrets.add('pin', secret('4711'), binding);
    runSecrets.add('password', secret('correct horse'), binding);
    const bindingOf = (value: string) =>
      runSecrets.findPlaceholders(runSecrets.seal('a', value)).map((use) => use.binding);
    expect(bindingOf('is correct horse')).toEqual([binding]);
    for (const value of ['4710 4711 4712', 'correct h…']) expect(bindingOf(value)).toEqual([null]);
  });

  it('leaves parts of a secret, each of which would say that it is right', () => {
    const runSecrets = createRunSecrets();
    runSecrets.add('k', secret('correct-horse'));
    expect(runSecrets.mask('correct-h… correct-x…')).toBe('correct-h… correct-x…');
  });

  it('leaves bytes and other objects as they are', () => {
    const runSecrets = createRunSecrets();
    runSecrets.add('k', secret('abcde'));
    const bytes = new Uint8Array([1]);
    expect(runSecrets.mask({ bytes }).bytes).toBe(bytes);
  });
});
