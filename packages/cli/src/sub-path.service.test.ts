import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { inProcessService, key } from './in-process-service.test-helpers.ts';

const prefix = '/automation';
const block = { block_type: 'code', label: 'one', code: 'return 1' };

/** A reverse proxy that serves a service under a path, which it removes. */
async function subPathProxy() {
  let target: URL | null = null;
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (target === null || !url.startsWith(`${prefix}/`)) return outgoing.writeHead(404).end();
    const path = url.slice(prefix.length);
    const { hostname, port } = target;
    const passed = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    return incoming.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    passTo(address: string) {
      target = new URL(address);
    },
  };
}

it('behind a proxy with a sub path every address of an answer leads back to the service', async () => {
  const proxy = await subPathProxy();
  const service = await inProcessService({ RUNWRIGHT_PUBLIC_URL: proxy.url });
  onTestFinished(() => service.close());
  proxy.passTo((await service.start()).address);
  for (let count = 0; count < 2; count += 1) await service.finished(await service.startRun([block]));

  const get = (url: string) => fetch(url, { headers: { 'x-api-key': key } });
  const list = await get(`${proxy.url}/v1/runs?page_size=1`);
  const [run] = (await list.json()) as { run_id: string; app_url: string }[];
  const next = /^<(.+)>; rel="next"$/.exec(list.headers.get('link') ?? '')?.[1] ?? '';
  const second = await get(new URL(next, list.url).href);
  expect([second.status, ((await second.json()) as unknown[]).length]).toEqual([200, 1]);

  expect(run?.app_url).toBe(`${proxy.url}/console/runs/${run?.run_id}`);

  const document = await get(`${proxy.url}/openapi.json`);
  const { servers } = (await document.json()) as { servers: { url: string }[] };
  expect((await get(`${new URL(servers[0]?.url ?? '', document.url)}/v1/runs`)).status).toBe(200);
});

it('a webhook names the page of its run', async () => {
  const received = Promise.withResolvers<string>();
  const receiver = createServer(async (incoming, response) => {
    received.resolve(Buffer.concat(await incoming.toArray()).toString());
    response.end();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void receiver.close());
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const publicUrl = 'https://runs.example.com';
  const service = await inProcessService({ RUNWRIGHT_PUBLIC_URL: publicUrl, RUNWRIGHT_ALLOWED_HOSTS: host });
  onTestFinished(() => service.close());
  await service.start();
  const json_definition = {
    webhook_callback_url: `http://${host}/`,
    workflow_definition: { blocks: [block] },
  };
  const { body: workflow } = await service.call('/v1/workflows', { json_definition });
  const { body: run } = await service.call('/v1/run/workflows', {
    workflow_id: workflow.workflow_permanent_id,
  });
  expect(JSON.parse(await received.promise).app_url).toBe(`${publicUrl}/console/runs/${run.run_id}`);
});

it.each([
  ['its public address is not known', {}],
  [
    'the console is not served',
    { RUNWRIGHT_PUBLIC_URL: 'https://runs.example.com', RUNWRIGHT_CONSOLE: 'false' },
  ],
])('a run has no page where %s', async (_where, variables) => {
  const service = await inProcessService(variables);
  onTestFinished(() => service.close());
  await service.start();
  expect((await service.finished(await service.startRun([block]))).app_url).toBeNull();
});
