import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import { expect, it, onTestFinished } from 'vitest';
import { playwrightDriver } from '../driver.ts';

const { signal } = new AbortController();

// A browser behind a proxy resolves no name itself: each name that it connects to comes to the policy, which resolves it, and its
// own resolver writes what it does into the net log.
it('a browser looks up no name that a page has not asked for, also when somebody signs in', {
  tags: ['security'],
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-lookups-'));
  const netLog = join(folder, 'net-log.json');
  const driver = playwrightDriver({
    ...browserUnderTest(),
    stateFolder: folder,
    args: [`--log-net-log=${netLog}`],
  });
  const site = createServer((request, response) => {
    if (request.method === 'POST') return void response.writeHead(303, { location: '/account' }).end();
    if (request.url === '/file.exe') response.setHeader('content-type', 'application/octet-stream');
    else response.setHeader('content-type', 'text/html');
    response.end(pages[request.url ?? ''] ?? '');
  });
  onTestFinished(async () => {
    await driver.close();
    site.closeAllConnections();
    site.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const lookups = new Set<string>();
  const session = await driver.open({ egress: onlySite(site, lookups), reveal: (text) => text, signal });

  const page = await session.native.newPage();
  await page.goto(`http://shop.example:${(site.address() as AddressInfo).port}`);
  await page.fill('[name=user]', 'ann@shop.example');
  await page.fill('[name=password]', 'correct horse battery staple');
  await Promise.all([page.waitForURL('**/account'), page.click('button')]);
  await page.locator('textarea').pressSequentially('Plese');
  await page.fill('[name=address]', '1 Main Street');
  await Promise.all([page.waitForURL('**/account'), page.click('button')]);
  await Promise.all([page.waitForEvent('download'), page.click('a')]);
  await session.close();
  expect([...lookups].toSorted()).toEqual(['shop.example']);
  expect(await resolutionsIn(netLog)).toEqual([]);
});

const pages: Readonly<Record<string, string>> = {
  '/': `<form method="post" action="/login"><input name="user" autocomplete="username">
    <input name="password" type="password" autocomplete="current-password"><button>Sign in</button></form>
    <p lang="fr">${'Bonjour tout le monde, ceci est une page. '.repeat(50)}</p>`,
  '/account': `<form method="post" action="/save"><textarea></textarea><input name="name" autocomplete="name">
    <input name="address" autocomplete="street-address"><button>Save</button></form>
    <a href="/file.exe" download>File</a>`,
  '/file.exe': 'MZ'.repeat(1_000),
};

/** Leads every name to the site, and notes it. */
function onlySite(site: Server, lookups: Set<string>): EgressPolicy {
  return {
    async check(address) {
      const url = new URL(address);
      lookups.add(url.hostname);
      if (!url.hostname.endsWith('.example') || url.port !== String((site.address() as AddressInfo).port))
        throw new RunwrightError('egress_denied', 'Not allowed.');
      return { url, addresses: [{ address: '127.0.0.1', family: 4 }] };
    },
  };
}

/**
 * Returns the names that the browser itself has resolved, from its net log: a line of constants, then a line for each event.
 *
 * @see https://www.chromium.org/developers/design-documents/network-stack/netlog/
 */
async function resolutionsIn(netLog: string): Promise<readonly string[]> {
  const [head = '', ...lines] = (await readFile(netLog, 'utf8')).split('\n');
  const { constants } = JSON.parse(`${head.replace(/,\s*$/, '')}}`);
  const types = new Map(Object.entries(constants.logEventTypes).map(([name, id]) => [id, name]));
  expect([...types.values()]).toContain('HOST_RESOLVER_MANAGER_JOB');
  expect(lines.length).toBeGreaterThan(100);
  return lines.flatMap((line) => {
    if (!line.startsWith('{"')) return [];
    const { type, params = {} } = JSON.parse(line.replace(/\}(?:\],?|,)?$/, '}'));
    return /^HOST_RESOLVER_MANAGER_JOB|^DNS_TRANSACTION$/.test(String(types.get(type)))
      ? [JSON.stringify(params)]
      : [];
  });
}
