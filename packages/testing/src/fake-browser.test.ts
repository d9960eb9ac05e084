import { type OpenOptions, RunwrightError } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { type FakePage, fakeBrowser } from './fake-browser.ts';
import { testTabsAndPrinting } from './suites.ts';

const { signal } = new AbortController();

const options: OpenOptions = {
  egress: {
    async check(url) {
      if (new URL(url).hostname === 'inside.example') throw new RunwrightError('egress_denied', 'Not there.');
      return { url: new URL(url), addresses: [] };
    },
  },
  reveal: (text) => text.replace('{{secret.shop.password}}', 'open sesame'),
  signal,
};

const login: FakePage = {
  url: 'https://shop.example/login',
  title: 'Sign in',
  elements: [
    { id: 'a1', kind: 'textbox', name: 'User name' },
    { id: 'a2', kind: 'password', name: 'Password' },
    { id: 'a3', kind: 'select', name: 'Language', options: ['English', 'Deutsch'] },
    { id: 'a4', kind: 'button', name: 'Sign in' },
    { id: 'a5', kind: 'link', name: 'Help', href: 'https://shop.example/help' },
    { id: 'a6', kind: 'button', name: 'Later', flags: ['disabled'] },
  ],
  onAction: (action, { values }) =>
    action.action_type === 'click' && action.id === 'a4' && values.a2 === 'open sesame'
      ? { goTo: 'https://shop.example/help' }
      : undefined,
};
const help: FakePage = {
  url: 'https://shop.example/help',
  title: 'Help',
  text: ['Ask Ann {L1}.'],
  links: { L1: 'https://ann.example/' },
};

async function openPage() {
  const browser = fakeBrowser({ pages: [login, help] });
  const session = await browser.open(options);
  await session.page.act({ action_type: 'goto_url', url: login.url }, { epoch: 0, signal });
  return { browser, session, page: session.page };
}

testTabsAndPrinting('fakeBrowser', async (site) =>
  fakeBrowser({
    pages: [
      {
        url: `${site}/form`,
        elements: [
          { id: 'a1', kind: 'textbox', name: 'Name' },
          { id: 'a2', kind: 'password', name: 'Password' },
        ],
      },
      { url: `${site}/lists` },
    ],
    prints: true,
  }),
);

describe('fakeBrowser', () => {
  it('shows a password as the textbox that it is, and its text also when that is one text', async () => {
    const session = await fakeBrowser({
      pages: [
        {
          url: 'https://shop.test/',
          elements: [{ id: 'a1', kind: 'password', name: 'Password' }],
          text: 'First line\nSecond line',
        },
      ],
    }).open(options);
    await session.page.act({ action_type: 'goto_url', url: 'https://shop.test/' }, { epoch: 0, signal });
    const view = await session.page.read({ mode: 'action', budget: 1000, signal });
    expect(view.elements()).toMatchObject([{ id: 'a1', kind: 'textbox' }]);
    expect(view.text).toMatch(/a1 textbox "Password" =empty\n {2}First line\n {2}Second line/);
  });

  it('prints its elements, their values and never a password', async () => {
    const { page } = await openPage();
    await page.act({ action_type: 'input_text', id: 'a1', text: 'ann' }, { epoch: 1, signal });
    await page.act({ action_type: 'input_text', id: 'a2', text: 'open sesame' }, { epoch: 1, signal });
    const { text } = await page.read({ mode: 'action', signal });
    expect(text.split('\n').slice(0, 3)).toEqual([
      'page "Sign in" shop.example/login  tab t1 of 1  screen 1 of 1  v1',
      '  a1 textbox "User name" =ann',
      '  a2 textbox "Password" =set',
    ]);
    expect(text).not.toContain('sesame');
  });

  it('follows its script with secrets revealed, and records what it was asked', async () => {
    const { browser, page } = await openPage();
    await page.act(
      { action_type: 'input_text', id: 'a2', text: '{{secret.shop.password}}' },
      { epoch: 1, signal, origin: { stepId: 'stp_1', order: 0, reasoning: 'sign in' } },
    );
    const result = await page.act({ action_type: 'click', id: 'a4' }, { epoch: 1, signal });
    expect(result).toMatchObject({ status: 'ok', urlBefore: login.url, urlAfter: help.url });
    expect(browser.sessions[0]?.actions[1]).toEqual({
      action: { action_type: 'input_text', id: 'a2', text: '{{secret.shop.password}}' },
      epoch: 1,
      origin: { stepId: 'stp_1', order: 0, reasoning: 'sign in' },
    });
    expect((await page.read({ mode: 'extract', signal })).links).toEqual({ L1: 'https://ann.example/' });
  });

  it('fails as a page would: gone element, disabled button, missing option, refused or missing address', async () => {
    const { page } = await openPage();
    const code = async (action: Parameters<typeof page.act>[0]) =>
      (await page.act(action, { epoch: 1, signal })).code;
    expect(await code({ action_type: 'click', id: 'a99' })).toBe('stale_target');
    expect(await code({ action_type: 'click', id: 'a6' })).toBe('disabled');
    expect(await code({ action_type: 'select_option', id: 'a3', label: 'Suomi' })).toBe('no_option');
    expect(await code({ action_type: 'goto_url', url: 'https://inside.example/' })).toBe(
      'blocked_destination',
    );
    expect(await code({ action_type: 'goto_url', url: 'https://shop.example/none' })).toBe(
      'navigation_failed',
    );
  });

  it('throws once it has crashed', async () => {
    const { session, page } = await openPage();
    session.crash();
    expect(session.gone.aborted).toBe(true);
    await expect(page.read({ mode: 'action', signal })).rejects.toMatchObject({ code: 'browser_failed' });
  });
});
