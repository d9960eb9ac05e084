import type { BrowserSession } from '@runwright/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { twoSites } from './two-sites.test-helpers.ts';

const pin = '4711';
const near = ['4710', '4711', '4712'];
const buttons = near.map((each) => `<button>${each}</button>`).join('');
const { signal } = new AbortController();
const sites = twoSites({
  secrets: { '{{secret.shop.pin.1}}': pin },
  pages: ({ foreign }) => ({
    '/list': `${buttons}<script>console.log('list ${near.join(' ')}')</script>`,
    '/sign-in': `<input aria-label="PIN"><p id="echo"></p>
    <script>
      const field = document.querySelector('input');
      field.onchange = () => { echo.textContent = 'You typed ' + field.value; console.log('typed ' + field.value); };
    </script>
    <iframe src="${foreign}/list"></iframe>`,
    '/window': `<input aria-label="PIN"><button>Open</button><script>
      document.querySelector('button').onclick = () => {
        const opened = window.open('about:blank');
        opened.document.body.innerHTML = '<h1>Your PIN is ' + document.querySelector('input').value + '</h1>';
      };
    </script>`,
  }),
});
let session: BrowserSession;
beforeEach(async () => {
  session = await sites.open({ record: { console: true, har: true } });
});
afterEach(() => session.close());

const goTo = (url: string) => session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
const read = async () => {
  const view = await session.page.read({ mode: 'action', signal });
  return { view, names: view.elements().map(({ name }) => name), text: view.text };
};
const typePin = async () => {
  const { view } = await read();
  const field = view.elements().find(({ kind }) => kind === 'textbox');
  const typed = { action_type: 'input_text', id: field?.id ?? '', text: '{{secret.shop.pin.1}}' } as const;
  expect(await session.page.act(typed, { epoch: view.epoch, signal })).toMatchObject({ status: 'ok' });
  return view;
};

it('a PIN is masked on the page that it was typed into, and not among the PINs that another site lists', {
  tags: ['security'],
}, async () => {
  const { own, foreign } = sites;
  await goTo(`${own}/sign-in`);
  const { epoch } = await typePin();
  await session.page.act({ action_type: 'keypress', keys: ['Tab'] }, { epoch, signal });
  const shown = await read();
  expect(shown.text).toContain('You typed [secret]');
  expect(shown.names.filter((name) => near.includes(name))).toEqual(near);
  await goTo(`${foreign}/list`);
  expect((await read()).names).toEqual(near);
  await goTo(`${foreign}/list?${near.join()}`);
  await goTo(`${own}/list?${near.join()}`);
  await session.close();
  const recordings = await session.recordings?.();
  const contentOf = (type: string) => String(recordings?.find((each) => each.type === type)?.content);
  const log = contentOf('browser_console_log');
  expect(log).toContain('typed [secret]');
  expect(log).toContain(`list ${near.join(' ')}`);
  const har = contentOf('har');
  expect(har).toContain(`${foreign}/list?${near.join()}`);
  expect(har).toContain(`${own}/list?4710,[secret],4712`);
});

it('a PIN is masked in a window without an address that the page which has it opens', {
  tags: ['security'],
}, async () => {
  await goTo(`${sites.own}/window`);
  const view = await typePin();
  const button = view.elements().find(({ name }) => name === 'Open');
  const click = { action_type: 'click', id: button?.id ?? '' } as const;
  await session.page.act(click, { epoch: view.epoch, signal });
  expect((await read()).text).toContain('Your PIN is [secret]');
});
