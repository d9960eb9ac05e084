import { createServer, type Server } from 'node:http';
import type { BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const openDriver = drivers();
const addresses = [{ address: '127.0.0.1', family: 4 as const }];
const { signal } = new AbortController();
const origin = { stepId: null, order: 0, reasoning: null };
let server: Server;
let site: string;
let session: BrowserSession;
let close: () => Promise<void>;

/** A search that shows what is typed in its address, as many single-page sites do. */
const page = `<!doctype html><title>Search</title><label>Search <input oninput="history.replaceState(null, '', '?q=' + encodeURIComponent(this.value)); document.querySelector('p').textContent = 'Results for ' + this.value"></label><p></p>`;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  site = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const driver = await openDriver();
  close = () => driver.close();
  session = await driver.open({
    egress: { check: async (url) => ({ url: new URL(url), addresses }) },
    reveal: (text) => text.replaceAll('{{secret.shop.word}}', 'horse/42 battery'),
    signal,
  });
});
afterAll(async () => {
  await close();
  server.closeAllConnections();
  server.close();
});

it('a page that changes its address with every key is read whole after the text is typed', {
  tags: ['extended'],
}, async () => {
  for (let round = 0; round < 2; round += 1) {
    await session.page.act({ action_type: 'goto_url', url: site }, { epoch: 0, origin, signal });
    const before = await session.page.read({ mode: 'action', signal });
    const id = before.elements().find(({ name }) => name === 'Search')?.id ?? '';
    const text = `a long text of many words ${round}`;
    const result = await session.page.act(
      { action_type: 'input_text', id, text },
      { epoch: before.epoch, origin, signal },
    );
    const after = await session.page.read({ mode: 'action', signal });
    expect(result.status, result.message).toBe('ok');
    expect(after.text).toContain(`Results for ${text}`);
    expect(after.url).toContain('?q=a%20long');
  }
});

it('a page that writes a secret into its own address is read whole, and shows the secret nowhere', async () => {
  await session.page.act({ action_type: 'goto_url', url: site }, { epoch: 0, origin, signal });
  const before = await session.page.read({ mode: 'action', signal });
  const id = before.elements().find(({ name }) => name === 'Search')?.id ?? '';
  const result = await session.page.act(
    { action_type: 'input_text', id, text: '{{secret.shop.word}}' },
    { epoch: before.epoch, origin, signal },
  );
  const after = await session.page.read({ mode: 'action', signal });
  expect(result.status, result.message).toBe('ok');
  expect(after.text).toContain('textbox "Search" =set');
  expect(after.text).toContain('Results for');
  const html = await session.page.html({ signal });
  expect(JSON.stringify([result, after.url, after.text, html])).not.toMatch(/horse|battery/);
});
