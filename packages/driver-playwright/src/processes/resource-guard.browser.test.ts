// @module-tag extended: fills memory and disk
import { createServer, type Server } from 'node:http';
import type { BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { processDrivers } from '../drivers.test-helpers.ts';

const openDriver = processDrivers({ limits: { memoryBytes: 900 * 2 ** 20, storageBytes: 200 * 2 ** 20 } });
const addresses = [{ address: '127.0.0.1', family: 4 as const }];
const { signal } = new AbortController();

const pages: Readonly<Record<string, string>> = {
  '/memory': `const kept = []; setInterval(() => kept.push(new Uint8Array(50e6).fill(1)), 50)`,
  '/storage': `(async () => {
    const root = await navigator.storage.getDirectory();
    const part = new Uint8Array(20e6).fill(1);
    for (let n = 0; n < 100; n += 1) {
      const file = await (await root.getFileHandle('f' + n, { create: true })).createWritable();
      await file.write(part);
      await file.close();
    }
  })()`,
  '/quiet': 'document.title = "Quiet"',
};

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Page</title><p>Page</p><script>${pages[request.url ?? ''] ?? ''}</script>`,
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

async function visit(path: string): Promise<BrowserSession> {
  const driver = await openDriver();
  const session = await driver.open({
    egress: { check: async (url) => ({ url: new URL(url), addresses }) },
    reveal: (text) => text,
    signal,
  });
  const action = { action_type: 'goto_url' as const, url: origin + path };
  await session.page.act(action, { epoch: 0, signal }).catch(() => undefined);
  return session;
}

it('a page over the memory limit is killed and its browser keeps running', {
  tags: ['security'],
}, async () => {
  const session = await visit('/memory');
  await vi.waitFor(() => expect(session.about.notices.join()).toContain('used more than 900 MiB of memory'), {
    timeout: 120_000,
  });
  expect(session.gone.aborted).toBe(false);
  const action = { action_type: 'goto_url' as const, url: `${origin}/quiet` };
  await vi.waitFor(
    async () => expect((await session.page.act(action, { epoch: 0, signal })).status).toBe('ok'),
    { timeout: 120_000 },
  );
  await session.close();
});

it('a browser over the storage limit is killed', { tags: ['security'] }, async () => {
  const session = await visit('/storage');
  await vi.waitFor(() => expect(session.gone.aborted).toBe(true), { timeout: 200_000 });
  expect(session.about.notices.join()).toContain('stored more than 200 MiB');
  await session.close();
});
