// @module-tag extended: uploads 190 MB
import type { BrowserSession } from '@runwright/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { processDrivers } from '../drivers.test-helpers.ts';
import { twoSites } from './two-sites.test-helpers.ts';

const { signal } = new AbortController();
/** Host and bytes of each upload. */
const received: string[] = [];
const sites = twoSites({
  openDriver: processDrivers(),
  secrets: { '{{secret.shop.password.1}}': 'correct horse battery' },
  answer({ request }, response) {
    if (request.method !== 'POST') return false;
    received.push(`${request.headers.host} ${request.headers['content-length']}`);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
    return true;
  },
  pages: ({ foreign }) => ({
    '/upload': `<input type="password" aria-label="Password"><p>ready</p>
    <button onclick="send('/in', 30)">30</button><button onclick="send('/in', 52)">52</button>
    <button onclick="send('${foreign}/in', 52)">Elsewhere</button><script>
      const send = async (url, megabytes) => {
        const body = new Uint8Array(megabytes * 1_000_000);
        for (let at = 0; at < body.length; at += 65_536) crypto.getRandomValues(body.subarray(at, at + 65_536));
        document.querySelector('p').textContent = await fetch(url, { method: 'POST', body }).then(() => 'sent', () => 'failed');
      };
    </script>`,
  }),
});
let session: BrowserSession;
beforeEach(async () => {
  received.length = 0;
  session = await sites.open();
});
afterEach(() => session.close());

const read = () => session.page.read({ mode: 'action', signal });
const act = async (called: string, action: (id: string) => Parameters<typeof session.page.act>[0]) => {
  const { epoch, elements } = await read();
  const id = elements().find(({ name }) => name === called)?.id ?? '';
  return session.page.act(action(id), { epoch, signal });
};
const open = () =>
  session.page.act({ action_type: 'goto_url', url: `${sites.own}/upload` }, { epoch: 0, signal });
const upload = async (button: string) => {
  await act(button, (id) => ({ action_type: 'click', id }));
  await expect.poll(async () => (await read()).text, { timeout: 120_000 }).toMatch(/sent|failed/);
  return (await read()).text;
};

it.each([30, 52])('a page uploads %s MB that stand in memory', async (megabytes) => {
  await open();
  expect(await upload(`${megabytes}`)).toContain('sent');
  expect(received).toEqual([`${new URL(sites.own).host} ${megabytes}000000`]);
});

it('a page that has a secret uploads more than can be searched, and only to its own site', {
  tags: ['security'],
}, async () => {
  await open();
  const text = '{{secret.shop.password.1}}';
  expect(await act('Password', (id) => ({ action_type: 'input_text', id, text }))).toMatchObject({
    status: 'ok',
  });
  expect(await upload('52')).toContain('sent');
  await open();
  expect(await upload('Elsewhere')).toContain('failed');
  expect(received).toEqual([`${new URL(sites.own).host} 52000000`]);
});
