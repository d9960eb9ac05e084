import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playwrightDriver } from '../driver.ts';
import { runningProcesses } from '../processes/process-table.ts';

/** Pages that keep their browser busy when a run is over, by what they do. */
const pages: Readonly<Record<string, string>> = {
  'loops without end after a while': 'setTimeout(() => { for (;;); }, 300)',
  'loops without end in each of its frames': `for (let n = 0; n < 3; n += 1) document.body.append(Object.assign(document.createElement('iframe'),
    { srcdoc: '<script>setTimeout(() => { for (;;); }, 300)</script>' }))`,
  'writes to its console without end': `const line = 'x'.repeat(2000); setInterval(() => { for (let n = 0; n < 2000; n += 1) console.log(n, line); }, 0)`,
  'changes its history without end': `let n = 0; setInterval(() => { for (let m = 0; m < 200; m += 1) try { history.pushState(null, '', '#' + (n += 1)); } catch {} }, 0)`,
  'adds elements without end': `setInterval(() => document.body.insertAdjacentHTML('beforeend', '<p>x</p>'.repeat(20000)), 0)`,
  'starts workers without end': `setInterval(() => { for (let n = 0; n < 10; n += 1) new Worker(URL.createObjectURL(new Blob(['for (;;);']))); }, 10)`,
  'opens dialogs without end': 'setInterval(() => alert(1), 0)',
};

const requested = new Set<string>();
let server: Server;
let origin: string;
let stateFolder: string;

beforeAll(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'runwright-busy-'));
  server = createServer((request, response) => {
    requested.add(request.url ?? '');
    const script = Object.values(pages)[Number(request.url?.slice(1))] ?? '';
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Busy</title><body><p>Busy</p><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(stateFolder, { recursive: true, force: true, maxRetries: 5 });
});

const ofDriver = async () =>
  (await runningProcesses()).filter(({ command }) => command.includes(stateFolder));

for (const [index, name] of Object.keys(pages).entries()) {
  it(`the browser of a page that ${name} can be closed while it is recorded`, {
    tags: ['security', 'extended'],
  }, async () => {
    const driver = playwrightDriver({ ...browserUnderTest(), stateFolder });
    const addresses = [{ address: '127.0.0.1', family: 4 as const }];
    const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses }) };
    const { signal } = new AbortController();
    const record = { video: true, har: true, console: true };
    const session = await driver.open({ egress, reveal: (text) => text, record, signal });
    const action = { action_type: 'goto_url' as const, url: `${origin}/${index}` };
    await session.page.act(action, { epoch: 0, signal }).catch(() => undefined);
    expect([...requested]).toContain(`/${index}`);
    // The video follows the page by now.
    await session.page.read({ mode: 'action', signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
    await session.close();
    expect(await ofDriver()).toEqual([]);
    expect(await readdir(join(stateFolder, 'browsers'))).toEqual([]);
    // What was recorded is there, or named as lost.
    const recorded = (await session.recordings?.())?.map(({ type }) => type) ?? [];
    const lost = session.about.notices.filter((notice) => notice.includes('is lost'));
    expect(recorded.includes('recording') || lost.length > 0).toBe(true);
    await driver.close();
  });
}
