import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCommand } from '../start.test.kit.ts';
import { type HostileSite, hostilePages, hostileSite } from './hostile-pages.test.kit.ts';

const key = 'rw_test_key_for_the_page_abuse_test';
const mebibyte = 2 ** 20;
/** Limits of each browser, in MiB, as the service is told them. */
const limits = { memory: 1_000, storage: 300 };
/** What the driver keeps of downloads of one run, and some room for recordings, in MiB. */
const downloadsMib = 512 + 200;
/** The service process holds no bytes of pages; this is far beyond what it needs, and far below what they send. */
const serviceMib = 1_500;
const tags = ['security', 'matrix'];
const finals = ['completed', 'failed', 'terminated', 'timed_out', 'canceled'];

let folder: string;
let site: HostileSite;
let child: ChildProcess | null = null;
let base: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-page-abuse-'));
  site = await hostileSite();
  const variables = {
    RUNWRIGHT_DATA_DIR: folder,
    RUNWRIGHT_API_KEY: key,
    RUNWRIGHT_ALLOWED_HOSTS: site.host,
    RUNWRIGHT_BROWSER_MEMORY: String(limits.memory),
    RUNWRIGHT_BROWSER_STORAGE: String(limits.storage),
  };
  const started = await startCommand(variables, (born) => {
    child = born;
  });
  base = started.base;
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  site.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function call(path: string, body?: unknown): Promise<{ status: number; json: any }> {
  const answer = await fetch(base + path, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
}

/** A run of two blocks: it loads a page, with a limit, and waits. */
async function startRun(path: string, waitSeconds: number): Promise<string> {
  const url = `http://${site.host}${path}`;
  const blocks = [
    { block_type: 'goto_url', label: 'visit', url, timeout_seconds: 40, continue_on_failure: true },
    { block_type: 'wait', label: 'wait', wait_sec: waitSeconds },
  ];
  const made = await call('/v1/workflows', { json_definition: { workflow_definition: { blocks } } });
  const run = await call('/v1/run/workflows', { workflow_id: made.json.workflow_permanent_id });
  return run.json.run_id;
}

const statusOf = async (runId: string): Promise<string> => (await call(`/v1/runs/${runId}`)).json.status;

/** As long as the machine needs: what hangs ends with the test. */
function poll<Value>(look: () => Promise<Value>, message: string) {
  return expect.poll(look, { timeout: 300_000, interval: 200, message });
}

/** Milliseconds until a run has ended. */
async function ended(runId: string): Promise<number> {
  const began = performance.now();
  await poll(() => statusOf(runId), 'the run ends').toSatisfy((status: string) => finals.includes(status));
  return performance.now() - began;
}

/** Processes that the service has started and that run: each has the data folder in its environment or its arguments. */
async function browsers(): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== String(child?.pid));
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
  const texts = await Promise.all(
    ids.map(async (id) => [await read(`/proc/${id}/cmdline`), await read(`/proc/${id}/environ`)]),
  );
  return texts
    .filter((parts) => parts.join('').includes(folder))
    .map(([command = '']) => command.slice(0, 200));
}

/** Size of the data folder, in MiB. */
async function diskMib(path = folder): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ blocks }) => blocks * 512,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / mebibyte;
}

/** Memory of the service process, without its browsers, in MiB. */
async function memoryMib(): Promise<number> {
  const status = await readFile(`/proc/${child?.pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Looks again and again, and keeps the largest value of each. */
function watch(): { readonly most: { disk: number; memory: number; healthMs: number }; stop(): void } {
  const most = { disk: 0, memory: 0, healthMs: 0 };
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now();
      await call('/health').catch(() => undefined);
      most.healthMs = Math.max(most.healthMs, performance.now() - began);
      most.memory = Math.max(most.memory, await memoryMib());
      most.disk = Math.max(most.disk, await diskMib());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  void look();
  return {
    most,
    stop() {
      isOver = true;
    },
  };
}

/** Two runs that visit a page at once, a third one behind them, and a fourth that is canceled while it is held. */
async function attack(path: string): Promise<void> {
  const usualMs = await ended(await startRun('/quiet', 1));
  const watched = watch();
  const attacks = [await startRun(path, 5), await startRun(path, 5)];
  const next = await startRun('/quiet', 1);
  const attackMs = await Promise.all(attacks.map(ended));
  const nextMs = await ended(next);
  expect(await statusOf(next)).toBe('completed');

  const held = await startRun(path, 600);
  await poll(() => statusOf(held), 'the run begins').toBe('running');
  await poll(async () => (await browsers()).length, 'its browser starts').toBeGreaterThan(0);
  const beside = await startRun('/quiet', 1);
  const besideMs = await ended(beside);
  expect(await statusOf(beside)).toBe('completed');
  const canceledAt = performance.now();
  expect((await call(`/v1/runs/${held}/cancel`, {})).status).toBe(200);
  await poll(() => statusOf(held), 'the run is canceled').toBe('canceled');
  const cancelMs = performance.now() - canceledAt;

  await poll(browsers, 'no process is left').toEqual([]);
  await poll(
    () => readdir(join(folder, 'browsers', 'browsers')).catch(() => []),
    'no folder is left',
  ).toEqual([]);
  watched.stop();
  expect(child?.exitCode).toBe(null);
  const { disk, memory, healthMs } = watched.most;
  // Two browsers at a time, each of which is looked at every few seconds.
  expect(disk).toBeLessThan(2 * (2 * limits.storage + downloadsMib));
  expect(memory).toBeLessThan(serviceMib);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    [
      path,
      `attacks ${attackMs.map(seconds).join(' and ')}`,
      `run behind them ${seconds(nextMs)} and beside one ${seconds(besideMs)}, usually ${seconds(usualMs)}`,
      `cancel ${seconds(cancelMs)}, health at worst ${seconds(healthMs)}`,
      `service at most ${memory.toFixed(0)} MiB, data folder at most ${disk.toFixed(0)} MiB`,
    ].join('; '),
  );
}

for (const [name, path] of Object.entries(hostilePages)) {
  it(`a page that ${name} holds no run, no worker and no process`, { tags, timeout: 1_800_000 }, () =>
    attack(path),
  );
}
