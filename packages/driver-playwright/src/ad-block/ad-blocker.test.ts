import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { expect, it } from 'vitest';
import { loadAdBlocker } from './ad-blocker.ts';

const signal = new AbortController().signal;
const egress: EgressPolicy = {
  async check(address) {
    const url = new URL(address);
    if (url.hostname === 'bad.test')
      throw new RunwrightError('egress_denied', 'The host `bad.test` is refused.');
    return { url, addresses: [{ address: '127.0.0.1', family: 4 }] };
  },
};
const from = 'https://news.example/';

it('without a list, requests to ad networks are blocked on other sites, and documents never are', async () => {
  const blocker = await loadAdBlocker(undefined, { egress, signal });
  expect(blocker.notices).toEqual([]);
  expect(blocker.blocks({ url: 'https://securepubads.g.doubleclick.net/tag.js', from, type: 'Script' })).toBe(
    true,
  );
  expect(blocker.blocks({ url: 'https://cdn.example/adsbygoogle.js', from, type: 'script' })).toBe(true);
  expect(blocker.blocks({ url: 'https://ads.doubleclick.net/frame', from, type: 'subdocument' })).toBe(true);
  expect(blocker.blocks({ url: 'https://news.example/app.js', from, type: 'script' })).toBe(false);
  expect(
    blocker.blocks({ url: 'https://doubleclick.net/', from: 'https://doubleclick.net/', type: 'image' }),
  ).toBe(false);
  expect(blocker.blocks({ url: 'https://ads.doubleclick.net/page', from, type: 'Document' })).toBe(false);
});

it('lists can be texts, files and addresses, and all of them apply', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-lists-'));
  const path = join(folder, 'list.txt');
  await writeFile(path, '||two.example^');
  const server = createServer((request, response) => {
    if (request.url === '/list') response.writeHead(302, { location: '/moved' }).end();
    else response.end('||three.example^\n@@||two.example/allowed^');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://lists.test:${port}/list`;
  const blocker = await loadAdBlocker([{ text: '||one.example^' }, { path }, { url }], { egress, signal });
  server.close();
  await rm(folder, { recursive: true });
  const blocks = (address: string) => blocker.blocks({ url: address, from, type: 'image' });
  expect(blocker.notices).toEqual([]);
  expect(['one', 'two', 'three'].map((name) => blocks(`https://${name}.example/x`))).toEqual([
    true,
    true,
    true,
  ]);
  expect(blocks('https://two.example/allowed/x')).toBe(false);
});

it('a list that cannot be loaded is a notice, and the others apply', async () => {
  const lists = [{ text: '||one.example^' }, { path: '/nowhere/list.txt' }, { url: 'https://bad.test/list' }];
  const blocker = await loadAdBlocker(lists, { egress, signal });
  expect(blocker.notices).toEqual([
    expect.stringContaining('`/nowhere/list.txt`'),
    expect.stringContaining('The host `bad.test` is refused.'),
  ]);
  expect(blocker.blocks({ url: 'https://one.example/x', from, type: 'image' })).toBe(true);
});
