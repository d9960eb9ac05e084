import { Secret } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { revealedRequest } from './revealed-request.ts';
import { createRunSecrets } from './run-secrets.ts';

describe('revealedRequest', () => {
  const runSecrets = createRunSecrets();
  const placeholder = runSecrets.add('token', new Secret('a"b&c or d'));

  it('percent-encodes a secret inside an address', () => {
    const { url } = revealedRequest(runSecrets.reveal, `http://shop.test/?token=${placeholder}`, {});
    expect(new URL(url).searchParams.get('token')).toBe('a"b&c or d');
  });

  it('escapes a secret inside a JSON body', () => {
    const { init } = revealedRequest(runSecrets.reveal, 'http://shop.test/', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ token: placeholder }),
    });
    expect(JSON.parse(String(init.body))).toEqual({ token: 'a"b&c or d' });
  });

  it('puts a secret into headers and other bodies as it is', () => {
    const { init } = revealedRequest(runSecrets.reveal, 'http://shop.test/', {
      method: 'POST',
      headers: { authorization: `Bearer ${placeholder}`, 'content-type': 'text/plain' },
      body: placeholder,
    });
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer a"b&c or d');
    expect(init.body).toBe('a"b&c or d');
  });

  it('names what holds a secret, also one that stood there as it is', { tags: ['security'] }, () => {
    const isSecret = (text: string) => runSecrets.mask(text) !== text;
    const secretsOf = (init: RequestInit) =>
      revealedRequest(runSecrets.reveal, 'http://a.test/', init, isSecret).init.secrets;
    const form = new FormData();
    form.set('field', placeholder);
    const headers = { 'x-a': placeholder, 'x-b': 'plain', 'x-c': `is a"b&c or d` };
    expect(secretsOf({ headers })).toMatchObject({ headers: ['x-a', 'x-c'], body: false });
    expect(secretsOf({ method: 'POST', body: 'plain' })).toMatchObject({ headers: [], body: false });
    for (const body of [
      placeholder,
      `{"token":"${placeholder}"}`,
      'a"b&c or d',
      new URLSearchParams({ a: 'a"b&c or d' }),
      form,
    ]) {
      expect(secretsOf({ method: 'POST', body })?.body).toBe(true);
    }
  });
});
