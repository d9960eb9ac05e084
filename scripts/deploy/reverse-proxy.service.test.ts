// @module-tag extended
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyClient, proxyClient } from './proxy-client.test-helpers.ts';
import { caddy, isInstalled, nginx } from './start-proxy.ts';
import { startService, type TestProcess } from './start-service.ts';

const key = 'rw_test_key_of_a_service_behind_a_proxy';
const proxies = [
  { proxy: nginx, isHere: isInstalled('nginx', '-v') },
  { proxy: caddy, isHere: isInstalled('caddy', 'version') },
];
for (const { proxy, isHere } of proxies)
  if (!isHere) console.log(`LEFT OUT: ${proxy.program} is not installed, so deploy/ is not tried with it.`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'runwright-proxy-'));
});
const started: TestProcess[] = [];
afterAll(async () => {
  for (const { stop } of started.toReversed()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!proxies.some(({ isHere }) => isHere))('the service behind a reverse proxy', () => {
  let upstreams: { whole: string; subPath: string };
  beforeAll(async () => {
    const start = async (name: string, publicUrl: string) => {
      const variables = { RUNWRIGHT_DATA_DIR: join(folder, name), RUNWRIGHT_API_KEY: key };
      const service = await startService({ ...variables, RUNWRIGHT_PUBLIC_URL: publicUrl });
      started.push(service);
      return service.port;
    };
    const whole = await start('whole', 'https://runs.example.com');
    upstreams = { whole, subPath: await start('sub-path', 'https://app.example.com/automation') };
  });

  describe.each(proxies.filter(({ isHere }) => isHere))('$proxy.program', ({ proxy }) => {
    let site: ProxyClient;
    let subPath: ProxyClient;
    beforeAll(async () => {
      const own = join(folder, proxy.program);
      mkdirSync(own);
      const { port, stop } = await proxy.start(own, upstreams);
      started.push({ stop });
      site = proxyClient({ host: 'runs.example.com', port, key });
      subPath = proxyClient({ host: 'app.example.com', port, key });
    });

    it('serves the public host, which the loopback service accepts by RUNWRIGHT_PUBLIC_URL', async () => {
      expect(await site.call('GET', '/health')).toMatchObject({ status: 200, json: { status: 'ok' } });
    });

    it('lets pages of the public origin change data, and no others', async () => {
      const create = (origin: string) =>
        site.call('POST', '/v1/folders', {
          headers: { origin },
          body: { title: `Bills of ${proxy.program}` },
        });
      expect((await create('https://runs.example.com')).status).toBe(200);
      expect((await create('https://evil.example')).status).toBe(403);
    });

    it('sends events of a run while it goes on', async () => {
      const runId = await startWaiting(site);
      expect(await site.stream(`/v1/runs/${runId}/events`, /event: block\n/)).toContain('event: run\n');
      expect((await site.call('GET', `/v1/runs/${runId}`)).json.status).toBe('running');
      expect((await site.call('POST', `/v1/runs/${runId}/cancel`)).status).toBe(200);
    });

    it.each([
      { where: 'at the root', prefix: '', name: 'runs.example.com' },
      { where: 'under a sub path', prefix: '/automation', name: 'app.example.com' },
    ])('$where takes a file of 20 MiB and links to it', async ({ prefix, name }) => {
      const client = prefix === '' ? site : subPath;
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(20 * 1024 * 1024).fill(97)]), 'large.txt');
      const { status, json } = await client.call('POST', `${prefix}/v1/upload_file`, { body });
      expect(status).toBe(200);
      const link = new URL(json.presigned_url);
      expect(link.href).toMatch(`https://${name}${prefix}/`);
      const read = await client.call('GET', link.pathname + link.search, {
        headers: { 'x-api-key': 'none' },
      });
      expect([read.status, read.text.length]).toEqual([200, 20 * 1024 * 1024]);
    });

    it('under a sub path serves the API and its documentation', async () => {
      expect((await subPath.call('GET', '/automation/health')).json).toMatchObject({ status: 'ok' });
      const { status, text } = await subPath.call('GET', '/automation/docs/');
      expect(status).toBe(200);
      expect(text).not.toMatch(/(?:src|href)="\/(?!automation)/);
    });

    it('passes the WebSocket of the live view', async () => {
      const { json } = await site.call('POST', '/v1/browser_sessions', { body: {} });
      const path = `/v1/browser_sessions/${json.browser_session_id}`;
      await expect.poll(async () => (await site.call('GET', path)).json.status).toBe('running');
      const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
      const { status, bytes } = await site.socket(`${path}/live`, jpeg);
      expect(status).toBe(101);
      expect(bytes.includes('"control":"nobody"'), 'the state').toBe(true);
      expect((await site.call('POST', `${path}/close`)).status).toBe(200);
    });
  });

  it('answers 421 to a host that nobody has named', async () => {
    const headers = { host: 'other.example' };
    const { promise, resolve } = Promise.withResolvers<number>();
    request({ host: '127.0.0.1', port: upstreams.whole, path: '/health', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).end();
    expect(await promise).toBe(421);
  });
});

/** Starts a run that waits for half an hour and returns its id. */
async function startWaiting(client: ProxyClient): Promise<string> {
  const blocks = [{ block_type: 'wait', label: 'later', wait_sec: 1800 }];
  const body = { json_definition: { title: 'Later', workflow_definition: { parameters: [], blocks } } };
  const created = await client.call('POST', '/v1/workflows', { body });
  const workflow = { workflow_id: created.json.workflow_permanent_id };
  const { json } = await client.call('POST', '/v1/run/workflows', { body: workflow });
  return json.run_id;
}
