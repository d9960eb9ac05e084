import { expect, it } from 'vitest';
import { twoSites } from './two-sites.test-helpers.ts';

const near = ['4710', '4711', '4712'];
const buttons = near.map((each) => `<button>${each}</button>`).join('');
const { signal } = new AbortController();
const sites = twoSites({
  secrets: {},
  pages: ({ foreign }) => ({
    '/list': buttons,
    '/sign-in': `<input type="password" aria-label="PIN"><p id="echo"></p>
    <script>document.querySelector('input').oninput = ({ target }) => { echo.textContent = 'You typed ' + target.value; };</script>
    <iframe src="${foreign}/list"></iframe>`,
  }),
});

it('a PIN that a person types is masked on its page, and not among the PINs that another site lists', {
  tags: ['security', 'extended'],
}, async () => {
  const { own, foreign } = sites;
  const session = await sites.open();
  const read = async (url: string) => {
    if (url !== '') await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
    const view = await session.page.read({ mode: 'action', signal });
    return { view, names: view.elements().map(({ name }) => name) };
  };
  const { view } = await read(`${own}/sign-in`);
  const field = view.elements().find(({ name }) => name === 'PIN');
  const [x, y] = [(field?.box.x ?? 0) + 5, (field?.box.y ?? 0) + 5];
  const control = session.manualControl?.();
  for (const action of ['down', 'up'] as const)
    await control?.send({ type: 'mouse', action, x, y }, { signal });
  await control?.send({ type: 'text', text: '4711' }, { signal });
  const isMasked = async (url: string) => {
    const shown = await read(url);
    expect(shown.view.text).toContain('You typed [secret]');
    expect(shown.names.filter((name) => near.includes(name))).toEqual(near);
  };
  await isMasked('');
  await control?.release();
  await isMasked('');
  expect((await read(`${foreign}/list`)).names).toEqual(near);
  expect((await read(`${own}/list`)).names).toEqual(['4710', '[secret]', '4712']);
  await session.close();
});
