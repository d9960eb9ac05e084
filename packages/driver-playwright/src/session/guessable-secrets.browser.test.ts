import type { BrowserSession } from '@runwright/contract';
import { beforeAll, expect, it } from 'vitest';
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
  }),
});
let session: BrowserSession;
beforeAll(async () => {
  session = await sites.open({ record: { console: true, har: true } });
});

const goTo = (url: string) => session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
const read = async () => {
  const view = await session.page.read({ mode: 'action', signal });
  return { view, names: view.elements().map(({ name }) => name), text: view.text };
};

it('a PIN is masked on the page that it was typed into, and not among the PINs that another site lists', {
  tags: ['security'],
}, async () => {
  const { own, foreign } = sites;
  await goTo(`${own}/sign-in`);
  const { view } = await read();
  const field = view.elements().find(({ kind }) => kind === 'textbox');
  const typed = { action_type: 'input_text', id: field?.id ?? '', text: '{{secret.shop.pin.1}}' } as const;
  const result = await session.page.act(typed, { epoch: view.epoch, signal });
  expect(result).toMatchObject({ status: 'ok' });
  await session.page.act({ action_type: 'keypress', keys: ['Tab'] }, { epoch: view.epoch, signal });
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
