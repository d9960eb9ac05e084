// @module-tag extended: repeats what falls together by chance only
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const openDriver = drivers();
const addresses = [{ address: '127.0.0.1', family: 4 as const }];
const { signal } = new AbortController();
const script = `setInterval(() => { const it = open('/brief'); setTimeout(() => it?.close(), 40 * Math.random()); }, 60)`;

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Page</title><p>Page</p><script>${request.url === '/' ? script : ''}</script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens the page in `count` browsers, one after the other. */
async function openRepeatedly(count: number): Promise<void> {
  const driver = await openDriver();
  for (let round = 0; round < count; round += 1) {
    const session = await driver.open({
      egress: { check: async (url) => ({ url: new URL(url), addresses }) },
      reveal: (text) => text,
      signal,
    });
    const opened = await session.page.act(
      { action_type: 'goto_url', url: `${origin}/` },
      { epoch: 0, signal },
    );
    expect(opened.status).toBe('ok');
    await session.close();
  }
}

it('popups that close while they open do not fail the action that opened them', () => openRepeatedly(1));
it('popups that close while they open fail none of several actions', { tags: ['extended'] }, () =>
  openRepeatedly(4),
);
