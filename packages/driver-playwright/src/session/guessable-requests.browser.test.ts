import type { BrowserSession, PageAction, PageEvent } from '@runwright/contract';
import { expect, it } from 'vitest';
import { twoSites } from './two-sites.test-helpers.ts';

const pin = '4711';
const { signal } = new AbortController();
/** Hosts and addresses of the requests, with their bodies. */
const received: string[] = [];
const form = (attributes: string) =>
  `<form method="post" action="/leave" ${attributes}><input name="pin" aria-label="PIN"><button>Go</button></form>`;
const silent = `<meta name="referrer" content="no-referrer">`;
/** Tries numbers in its own requests and in documents of a frame of its own. */
const probe = `${silent}<iframe></iframe><script>
  (async () => {
    for (const number of [4710, ${pin}, 4712]) {
      await fetch('/try?fetch=' + number).catch(() => undefined);
      await fetch('/try', { method: 'POST', body: number }).catch(() => undefined);
      document.querySelector('iframe').src = '/try?frame=' + number;
      await new Promise((resolve) => setTimeout(resolve, 100));
      new Worker(URL.createObjectURL(new Blob(["fetch('" + location.origin + "/try?worker=" + number + "')"])));
    }
    location.href = '/try?self=${pin}';
  })();
</script>`;
const sites = twoSites({
  secrets: { '{{secret.shop.pin.1}}': pin },
  answer({ request, body }, response) {
    const { url = '', headers } = request;
    received.push(`${headers.host} ${url} ${body}`);
    if (url !== '/leave') return false;
    response.writeHead(307, { location: `${sites.foreign}/in` }).end();
    return true;
  },
  pages: ({ foreign }) => ({
    '/form': form(''),
    '/silent': silent + form(''),
    '/silent-window': silent + form('target="_blank"'),
    '/framed': `${form('')}<iframe></iframe><script>
      document.querySelector('input').oninput = () => { document.querySelector('iframe').src = '${foreign}/probe'; };
    </script>`,
    '/probe': probe,
  }),
});

/** Types the PIN on a page of its site. */
async function typePin(session: BrowserSession, path: string) {
  received.length = 0;
  const act = async (action: PageAction, epoch = 0): Promise<readonly PageEvent[]> =>
    (await session.page.act(action, { epoch, signal })).events;
  await act({ action_type: 'goto_url', url: sites.own + path });
  const view = await session.page.read({ mode: 'action', signal });
  const idOf = (wanted: string) => view.elements().find(({ name }) => name === wanted)?.id ?? '';
  await act({ action_type: 'input_text', id: idOf('PIN'), text: '{{secret.shop.pin.1}}' }, view.epoch);
  return { act, submit: () => act({ action_type: 'click', id: idOf('Go') }, view.epoch) };
}
const foreignRequests = () => received.filter((text) => text.startsWith(new URL(sites.foreign).host));

it.each(['/form', '/silent', '/silent-window'])(
  'a form cannot be redirected with a PIN, also when its page sends no referrer: %s',
  { tags: ['security', 'extended'] },
  async (path) => {
    const session = await sites.open();
    const { submit } = await typePin(session, path);
    expect((await submit()).map(({ type }) => type)).toContain('request_refused');
    expect(foreignRequests()).toEqual([]);
    await session.close();
  },
);

it('a PIN is not refused to a frame of another site, which tries them all, nor to the program', {
  tags: ['security', 'extended'],
}, async () => {
  const session = await sites.open();
  const { act } = await typePin(session, '/framed');
  for (const way of ['fetch', 'frame', 'worker', 'self'])
    await expect.poll(() => foreignRequests().join('\n')).toContain(`/try?${way}=${pin}`);
  expect(foreignRequests().join('\n')).toContain(`/try ${pin}`);
  await act({ action_type: 'goto_url', url: `${sites.own}/form` });
  const events = await act({ action_type: 'goto_url', url: `${sites.foreign}/in?pin=${pin}` });
  expect(events.filter(({ type }) => type === 'request_refused')).toEqual([]);
  expect(foreignRequests().join('\n')).toContain(`/in?pin=${pin}`);
  await session.close();
});
