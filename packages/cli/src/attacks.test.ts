import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCommand } from './start.test.kit.ts';

const key = 'rw_test_key_for_the_attacks_test';
const bomb = '{{ [[1]*10000]*100000 }}';

/** Scripts of pages that do not let go of their browser. */
const pages: Readonly<Record<string, string>> = {
  '/quiet': '',
  '/loop': 'setTimeout(() => { for (;;); }, 500)',
  '/console': `const line = 'x'.repeat(2000); setInterval(() => { for (let n = 0; n < 2000; n += 1) console.log(n, line); }, 0)`,
};

let folder: string;
let site: Server;
let host: string;
let child: ChildProcess | null = null;
let base: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-attacks-'));
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Page</title><p>Page</p><script>${pages[request.url ?? ''] ?? ''}</script>`,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  base = await start();
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  site.closeAllConnections();
  site.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<string> {
  const variables = { RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_API_KEY: key, RUNWRIGHT_ALLOWED_HOSTS: host };
  const started = await startCommand(variables, (born) => {
    child = born;
  });
  return started.base;
}

async function call(path: string, body?: unknown): Promise<{ status: number; json: any }> {
  const answer = await fetch(base + path, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
}

async function startRun(blocks: readonly object[]): Promise<string> {
  const made = await call('/v1/workflows', { json_definition: { workflow_definition: { blocks } } });
  const run = await call('/v1/run/workflows', { workflow_id: made.json.workflow_permanent_id });
  return run.json.run_id;
}

/** As long as the machine needs: what hangs ends with the test. */
function poll<Value>(look: () => Promise<Value>) {
  return expect.poll(look, { timeout: 300_000, interval: 200 });
}

const visit = (path: string) => ({
  block_type: 'goto_url',
  label: `visit_${path.slice(1)}`,
  url: `http://${host}${path}`,
});
const wait = (seconds: number) => ({ block_type: 'wait', label: 'wait', wait_sec: seconds });
const statusOf = async (runId: string): Promise<string> => (await call(`/v1/runs/${runId}`)).json.status;

/** Asks for the health of the service again and again; the longest answer in ms. */
function watchHealth(): { worst(): number; stop(): void } {
  let worst = 0;
  let isOver = false;
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now();
      await call('/health').catch(() => undefined);
      worst = Math.max(worst, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  void ask();
  return {
    worst: () => worst,
    stop() {
      isOver = true;
    },
  };
}

async function browsers(): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(`user-data-dir=${folder}`));
}

it('busy pages free their place, can be canceled, and do not keep the service from ending', {
  tags: ['security', 'matrix'],
  timeout: 3_600_000,
}, async () => {
  const health = watchHealth();
  const attacks = await Promise.all(
    ['/loop', '/loop', '/console'].map((path) => startRun([visit(path), wait(1)])),
  );
  const quiet = await startRun([visit('/quiet')]);
  await poll(() => statusOf(quiet)).toBe('completed');
  for (const attack of attacks) await poll(() => statusOf(attack)).toBe('completed');
  await poll(browsers).toEqual([]);

  const held = await startRun([visit('/loop'), wait(600)]);
  await poll(() => statusOf(held)).toBe('running');
  await poll(async () => (await browsers()).length).toBeGreaterThan(0);
  const canceledAt = performance.now();
  expect((await call(`/v1/runs/${held}/cancel`, {})).status).toBe(200);
  await poll(() => statusOf(held)).toBe('canceled');
  const cancelMs = performance.now() - canceledAt;

  const last = await startRun([visit('/loop'), wait(600)]);
  await poll(() => statusOf(last)).toBe('running');
  health.stop();
  const stoppedAt = performance.now();
  child?.kill('SIGTERM');
  if (child?.exitCode === null) await once(child, 'exit');
  const stopMs = performance.now() - stoppedAt;
  expect(await browsers()).toEqual([]);
  console.log(
    `health at worst ${health.worst().toFixed(0)} ms, cancel ${cancelMs.toFixed(0)} ms, SIGTERM ${stopMs.toFixed(0)} ms`,
  );
});

it('a template that multiplies lists fails its block, and the service goes on', {
  tags: ['security'],
}, async () => {
  const health = watchHealth();
  const attack = await startRun([
    { block_type: 'http_request', label: 'bomb', url: `http://${host}/quiet`, method: 'POST', body: bomb },
  ]);
  const quiet = await startRun([visit('/quiet')]);
  await poll(() => statusOf(attack)).toBe('failed');
  await poll(() => statusOf(quiet)).toBe('completed');
  const { json } = await call(`/v1/runs/${attack}`);
  expect(json.failure_reason).toMatch(/too large|limit|budget/i);
  expect(child?.exitCode).toBe(null);
  health.stop();
  console.log(`health at worst ${health.worst().toFixed(0)} ms; ${json.failure_reason}`);
});
