import type { OpenOptions, PageAction } from '@runwright/contract';
import { type FakePage, fakeBrowser, fakeContext } from '@runwright/testing';
import { expect, it } from 'vitest';
import { limitSubmissions } from './limit-submissions.ts';

const { signal } = new AbortController();
const options: OpenOptions = {
  egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
  reveal: (text) => text.replace('{{secret.shop.password.1}}', 'hunter2'),
  signal,
};
const shop: FakePage = {
  url: 'https://shop.example/',
  title: 'Shop',
  text: () => ['Wrong password'],
  elements: [
    { id: 'a1', kind: 'textbox', name: 'User' },
    { id: 'a2', kind: 'textbox', name: 'Password' },
    { id: 'a3', kind: 'button', name: 'Sign in' },
    { id: 'a4', kind: 'textbox', name: 'Code' },
  ],
};
const type: PageAction = { action_type: 'input_text', id: 'a2', text: '{{secret.shop.password.1}}' };
const submit: PageAction = { ...type, submit: true };
const click: PageAction = { action_type: 'click', id: 'a3' };
const enter: PageAction = { action_type: 'keypress', keys: ['Enter'] };
const code: PageAction = { action_type: 'verification_code', id: 'a4', code: '123456' };

/** Executes actions until one is refused; answers how many were executed, and the refusal. */
async function executed(actions: readonly PageAction[]) {
  const session = await fakeBrowser({ pages: [shop] }).open(options);
  const { context } = fakeContext({ label: 'b', session });
  const { page } = await limitSubmissions(context).browser();
  await page.act({ action_type: 'goto_url', url: shop.url }, { epoch: 0, signal });
  for (const [index, action] of actions.entries()) {
    const view = await page.read({ mode: 'action', signal });
    const refusal = await page.act(action, { epoch: view.epoch, signal }).then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal !== null) return { count: index, refusal };
  }
  return { count: actions.length, refusal: null };
}

it.each<readonly [string, readonly PageAction[], number]>([
  ['typed after two clicks', [type, click, type, click, type], 4],
  ['typed after two submits by Enter', [submit, submit, submit], 2],
  ['sent by the same click, because the field still holds it', [type, click, click, click], 3],
  ['sent by Enter, because the field still holds it', [type, enter, enter, enter], 3],
])('a password is not submitted a third time: %s', async (_, actions, count) => {
  expect(await executed(actions)).toMatchObject({
    count,
    refusal: { code: 'terminated', details: { failure_category: 'credential' } },
  });
});

it('typing again before it was sent, and a code after it, are no submissions', async () => {
  const { refusal } = await executed([type, type, type, click, type, click, code, click]);
  expect(refusal).toBe(null);
});
