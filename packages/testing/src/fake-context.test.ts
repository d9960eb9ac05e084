import { defineBlock, readWhole, Type } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { fakeContext } from './fake-context.ts';
import { scriptedModel } from './scripted-model.ts';

const greet = defineBlock({
  type: 'greet',
  config: Type.Object({ name: Type.String() }),
  output: Type.Object({ greeting: Type.String() }),
  async run({ name }, { model, log, artifact, signal }) {
    const { value } = await model('text').generate({
      messages: [{ role: 'user', content: `Greet ${name}.` }],
      schema: Type.Object({ greeting: Type.String() }),
      signal,
    });
    await log.record({ type: 'progress', message: 'greeted', data: null });
    await artifact({ type: 'html', content: value.greeting });
    return value;
  },
});

describe('fakeContext', () => {
  it('runs one block and keeps what it did', async () => {
    const model = scriptedModel({ answers: [{ greeting: 'Hello, Ann.' }] });
    const { context, entries, artifacts } = fakeContext({ model });
    expect(await greet.run({ name: 'Ann' }, context)).toEqual({ greeting: 'Hello, Ann.' });
    expect(model.requests[0]).toMatchObject({
      purpose: 'text',
      output: { name: 'text', mode: 'json_schema' },
    });
    expect(entries).toMatchObject([{ type: 'progress', message: 'greeted' }]);
    expect(artifacts).toEqual([{ type: 'html', content: 'Hello, Ann.' }]);
  });

  it('has no more than it was given', async () => {
    const { context } = fakeContext();
    await expect(context.browser()).rejects.toMatchObject({ code: 'browser_failed' });
    await expect(context.secret('key')).rejects.toMatchObject({ code: 'secret_unavailable' });
    await expect(context.fetch('https://shop.example/')).rejects.toMatchObject({ code: 'egress_denied' });
    expect(() => context.model()).toThrow('no model');
  });

  it('answers placeholders of its secrets, and fills them in where they may be used', async () => {
    const sent: unknown[] = [];
    const { context, revealed, registered } = fakeContext({
      secrets: { key: { value: 'brass', hosts: ['shop.example'] }, word: 'iron' },
      fetch: async (url, init) => {
        sent.push([String(url), Object.fromEntries(new Headers(init?.headers)), init?.body]);
        return new Response('ok');
      },
    });
    const key = await context.secret('key');
    const word = await context.secret('word');
    expect(`${key} ${word}`).not.toMatch(/brass|iron/);
    const headers = { 'x-key': key };
    await context.fetch(`https://shop.example/?w=${word}`, { method: 'POST', headers, body: `k=${key}` });
    expect(sent).toEqual([['https://shop.example/?w=iron', { 'x-key': 'brass' }, 'k=brass']]);
    const elsewhere = context.fetch('https://other.example/', { headers });
    await expect(elsewhere).rejects.toMatchObject({ code: 'secret_unavailable' });
    expect((await context.reveal(`p=${word}`, 'smtp://mail.example:25')).reveal()).toBe('p=iron');
    const token = await context.registerSecret('token', 'tin');
    expect((await context.reveal(token, 'https://shop.example/')).reveal()).toBe('tin');
    expect(registered).toEqual({ token: 'tin' });
    expect(revealed.map(({ name, to }) => `${name} ${to}`)).toEqual([
      'word shop.example',
      'key shop.example',
      'key shop.example',
      'word mail.example:25',
      'token shop.example',
    ]);
  });

  it('opens the newest of files that have one name, as a run does', async () => {
    const { context } = fakeContext({ downloads: { 'orders.csv': 'of the browser' } });
    await context.files.save({ name: 'orders.csv', content: 'first' });
    await context.files.save({ name: 'orders.csv', content: 'second' });
    const opened = await context.files.open('orders.csv', { maxBytes: 100 });
    expect(new TextDecoder().decode(await readWhole(opened))).toBe('second');
  });

  it('shows pages in a fake browser, whose fields get values of secrets', async () => {
    const url = 'https://shop.example/login';
    const { context, sessions } = fakeContext({
      pages: [{ url, elements: [{ id: 'a1', kind: 'password', name: 'Password' }] }],
      secrets: { password: 'brass' },
    });
    expect(context.hasPage).toBe(true);
    const { page } = await context.browser();
    const { epoch } = await page.read({ mode: 'action', budget: 1000, signal: context.signal });
    const text = await context.secret('password');
    await page.act({ action_type: 'input_text', id: 'a1', text }, { epoch, signal: context.signal });
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.values).toEqual({ a1: 'brass' });
    expect(await context.browser()).toBe(await context.browser());
  });

  it('tells allowed domains and the placeholder of a code when it was given some', () => {
    const { context } = fakeContext({ allowedDomains: ['shop.example'], oneTimeCode: '{{secret.code}}' });
    const visit = (address: string) => context.isAllowedDomain?.(address);
    expect(
      ['https://shop.example/a', 'https://www.shop.example/', 'https://evilshop.example/', ''].map(visit),
    ).toEqual([true, true, false, false]);
    expect(context.oneTimeCode).toBe('{{secret.code}}');
    expect(fakeContext().context.isAllowedDomain).toBeUndefined();
  });
});
