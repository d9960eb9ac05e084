import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  exitOf,
  type HealthWatch,
  type TestService,
  testService,
  watchHealth,
} from './service.test-helpers.ts';

/** Pages that use up the processors slow down everything beside them, so a fact may take long to come about. */
const patient = { timeout: 1_200_000, interval: 500 };

/** Scripts of pages that do not let go of their browser. */
const pages: Readonly<Record<string, string>> = {
  '/quiet': '',
  '/loop': 'setTimeout(() => { for (;;); }, 500)',
  '/console': `const line = 'x'.repeat(2000); setInterval(() => { for (let n = 0; n < 2000; n += 1) console.log(n, line); }, 0)`,
};

let site: Server;
let host: string;
let service: TestService;
let health: HealthWatch;

beforeEach(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Page</title><p>Page</p><script>${pages[request.url ?? ''] ?? ''}</script>`,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await testService({ RUNWRIGHT_ALLOWED_HOSTS: host });
  await service.start();
  health = await watchHealth(service);
});
afterEach(async () => {
  health.stop();
  await service.close();
  site.closeAllConnections();
  site.close();
});

const visit = (path: string) => ({
  block_type: 'goto_url',
  label: `visit_${path.slice(1)}`,
  url: `http://${host}${path}`,
});
const wait = (seconds: number) => ({ block_type: 'wait', label: 'wait', wait_sec: seconds });

function healthAtWorst(): string {
  health.stop();
  const { service: ms, bare } = health.worst;
  return `health at worst ${ms.toFixed(0)} ms, a bare server beside it ${bare.toFixed(0)} ms`;
}

it('busy pages free their place, can be canceled, and do not keep the service from ending', {
  tags: ['security', 'extended'],
  timeout: 3_600_000,
}, async () => {
  const { startRun, statusOf, call, children } = service;
  const attacks = await Promise.all(
    ['/loop', '/loop', '/console'].map((path) => startRun([visit(path), wait(1)])),
  );
  const quiet = await startRun([visit('/quiet')]);
  await expect.poll(() => statusOf(quiet), patient).toBe('completed');
  for (const attack of attacks) await expect.poll(() => statusOf(attack), patient).toBe('completed');
  await expect.poll(children, patient).toEqual([]);

  const held = await startRun([visit('/loop'), wait(600)]);
  await expect.poll(() => statusOf(held), patient).toBe('running');
  await expect.poll(async () => (await children()).length, patient).toBeGreaterThan(0);
  const canceledAt = performance.now();
  expect((await call(`/v1/runs/${held}/cancel`, {})).status).toBe(200);
  await expect.poll(() => statusOf(held), patient).toBe('canceled');
  const cancelMs = performance.now() - canceledAt;

  const last = await startRun([visit('/loop'), wait(600)]);
  await expect.poll(() => statusOf(last), patient).toBe('running');
  const worst = healthAtWorst();
  const stoppedAt = performance.now();
  if (service.process) await exitOf(service.process, 'SIGTERM');
  const stopMs = performance.now() - stoppedAt;
  expect(await children()).toEqual([]);
  console.log(`${worst}; cancel ${cancelMs.toFixed(0)} ms, SIGTERM ${stopMs.toFixed(0)} ms`);
});
