import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { scriptedEndpoint } from '@runwright/testing';
import { Server } from 'proxy-chain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcessService, inProcessService } from './in-process-service.test-helpers.ts';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

let site: HttpServer;
let url = '';
let service: InProcessService;
let model: Awaited<ReturnType<typeof scriptedEndpoint>>;
const proxies: Server[] = [];
/** Hosts that each proxy was asked for. */
const asked: Record<'de' | 'oakland', string[]> = { de: [], oakland: [] };

beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<link rel="icon" href="data:,"><h1>Hello</h1>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  url = `http://${host}/`;
  // The model is asked only after the page was opened.
  model = await scriptedEndpoint({ script: [] });
  service = await inProcessService(
    {
      ...{ RUNWRIGHT_ALLOWED_HOSTS: host, RUNWRIGHT_MODEL: model.model },
      ...{ OPENAI_API_KEY: model.apiKey, OPENAI_BASE_URL: model.url, RUNWRIGHT_RECORD: 'none' },
    },
    () => ({ browser: sharedBrowser() }),
  );
  const de = await startProxy('de');
  const oakland = await startProxy('oakland');
  const file = join(service.folder, 'proxies.yaml');
  await writeFile(
    file,
    [
      `RESIDENTIAL_DE: http://user:word-of-de@127.0.0.1:${de.port}`,
      `US-CA-Oakland: http://user:word-of-oakland@127.0.0.1:${oakland.port}`,
      `RESIDENTIAL_FR: http://user:wrong-word@127.0.0.1:${de.port}`,
    ].join('\n'),
  );
  await service.start({ RUNWRIGHT_PROXIES: file });
});
afterAll(async () => {
  await service?.close();
  for (const proxy of proxies) await proxy.close(true);
  await model[Symbol.asyncDispose]();
  site.closeAllConnections();
  site.close();
});

/** Starts a proxy on loopback that asks for a user and a password. */
async function startProxy(name: 'de' | 'oakland'): Promise<Server> {
  const proxy = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ username, password, hostname, port }) => {
      const isKnown = username === 'user' && password === `word-of-${name}`;
      if (isKnown) asked[name].push(`${hostname}:${port}`);
      return { requestAuthentication: !isKnown };
    },
  });
  proxies.push(proxy);
  await proxy.listen();
  return proxy;
}

/** Opens the site in a run of this location; answers its record, and the notices of its timeline. */
async function open(proxyLocation: unknown) {
  const { body: workflow } = await service.call('/v1/workflows', {
    json_definition: {
      workflow_definition: {
        parameters: [],
        blocks: [{ block_type: 'goto_url', label: 'open', url }],
      },
      ...(typeof proxyLocation === 'string' ? { proxy_location: proxyLocation } : {}),
    },
  });
  const { body: run } =
    typeof proxyLocation === 'string'
      ? await service.call('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id })
      : await service.call('/v1/run/tasks', {
          ...{ prompt: 'Open it.', url, engine: 'service-1.0', proxy_location: proxyLocation },
        });
  const record = await service.finished(run.run_id);
  const { body: timeline } = await service.call(`/v1/runs/${run.run_id}/timeline`);
  return { record, timeline: JSON.stringify(timeline) };
}

it('a run goes out by the proxy of its location, and its credentials are nowhere to be read', async () => {
  const { record, timeline } = await open('RESIDENTIAL_DE');
  expect(record.status, record.failure_reason).toBe('completed');
  expect(asked.de).toContain(new URL(url).host);
  expect(asked.oakland).toEqual([]);
  expect(JSON.stringify(record) + timeline).not.toContain('word-of-de');
});

it('a geo target goes out by the proxy of its city, written in any case', {
  tags: ['extended'],
}, async () => {
  asked.de.length = 0;
  const { record } = await open({ country: 'us', subdivision: 'US-CA', city: 'OAKLAND' });
  expect(asked.oakland, record.failure_reason).toContain(new URL(url).host);
  expect(asked.de).toEqual([]);
});

it('a location without a proxy connects directly, and the timeline says so once', async () => {
  asked.de.length = 0;
  asked.oakland.length = 0;
  const { record, timeline } = await open('RESIDENTIAL_ES');
  expect(record.status, record.failure_reason).toBe('completed');
  expect(timeline.split('no proxy is configured for RESIDENTIAL_ES')).toHaveLength(2);
  expect([...asked.de, ...asked.oakland]).toEqual([]);
});

it('a proxy that refuses its credentials fails the run with a reason that names neither of them', async () => {
  const { record, timeline } = await open('RESIDENTIAL_FR');
  expect(record.status).toBe('failed');
  expect(record.failure_reason).toContain('The proxy of this location refused the user name or the password');
  expect(JSON.stringify(record) + timeline).not.toContain('wrong-word');
});
