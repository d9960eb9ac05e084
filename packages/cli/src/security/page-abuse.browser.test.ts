import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { patient, type TestService, testService, watchHealth } from '../service.test-helpers.ts';
import { type HostileSite, hostilePages, hostileSite } from './hostile-pages.test-helpers.ts';

const mebibyte = 2 ** 20;
/** Limits of each browser, in MiB, as the service is told them. */
const limits = { memory: 1_000, storage: 300 };
/** What is kept of the downloads of one run, and some room for recordings, in MiB. */
const downloadsMib = 512 + 200;
/** The service process holds no bytes of pages; this is far beyond what it needs, and far below what they send. */
const serviceMib = 1_500;
const tags = ['security', 'extended'];
const finals = ['completed', 'failed', 'terminated', 'timed_out', 'canceled'];

let site: HostileSite;
let service: TestService;

beforeEach(async () => {
  site = await hostileSite();
  service = await testService({
    RUNWRIGHT_ALLOWED_HOSTS: site.host,
    RUNWRIGHT_BROWSER_MEMORY: String(limits.memory),
    RUNWRIGHT_BROWSER_STORAGE: String(limits.storage),
  });
  await service.start();
});
afterEach(async () => {
  await service.close();
  site.close();
});

/** A run of two blocks: it loads a page, with a limit, and waits. */
function startRun(path: string, waitSeconds: number): Promise<string> {
  const url = `http://${site.host}${path}`;
  return service.startRun([
    { block_type: 'goto_url', label: 'visit', url, timeout_seconds: 40, continue_on_failure: true },
    { block_type: 'wait', label: 'wait', wait_sec: waitSeconds },
  ]);
}

const statusOf = (runId: string): Promise<string> => service.statusOf(runId);

/** Milliseconds until a run has ended. */
async function ended(runId: string): Promise<number> {
  const began = performance.now();
  await expect
    .poll(() => statusOf(runId), { ...patient, message: 'the run ends' })
    .toSatisfy((status: string) => finals.includes(status));
  return performance.now() - began;
}

/** Size of the data folder, in MiB. */
async function diskMib(path = service.folder): Promise<number> {
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
  const status = await readFile(`/proc/${service.process?.pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Looks again and again, and keeps the largest value of each. */
function watch(): { readonly most: { disk: number; memory: number }; stop(): void } {
  const most = { disk: 0, memory: 0 };
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
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
  const health = await watchHealth(service);
  const attacks = [await startRun(path, 5), await startRun(path, 5)];
  const next = await startRun('/quiet', 1);
  const attackMs = await Promise.all(attacks.map(ended));
  const nextMs = await ended(next);
  expect(await statusOf(next)).toBe('completed');

  const held = await startRun(path, 600);
  await expect.poll(() => statusOf(held), { ...patient, message: 'the run begins' }).toBe('running');
  await expect
    .poll(async () => (await service.children()).length, { ...patient, message: 'its browser starts' })
    .toBeGreaterThan(0);
  const beside = await startRun('/quiet', 1);
  const besideMs = await ended(beside);
  expect(await statusOf(beside)).toBe('completed');
  const canceledAt = performance.now();
  expect((await service.call(`/v1/runs/${held}/cancel`, {})).status).toBe(200);
  await expect.poll(() => statusOf(held), { ...patient, message: 'the run is canceled' }).toBe('canceled');
  const cancelMs = performance.now() - canceledAt;

  await expect.poll(service.children, { ...patient, message: 'no process is left' }).toEqual([]);
  await expect
    .poll(() => readdir(join(service.folder, 'browsers', 'browsers')).catch(() => []), {
      ...patient,
      message: 'no folder is left',
    })
    .toEqual([]);
  watched.stop();
  health.stop();
  expect(site.visited.filter((visited) => visited === path).length).toBeGreaterThanOrEqual(2);
  expect(service.process?.exitCode).toBe(null);
  const { disk, memory } = watched.most;
  // How much two browsers write until it is noticed depends on the disk, and is printed below.
  expect(await diskMib(), 'what is left of three runs').toBeLessThan(3 * downloadsMib);
  expect(memory).toBeLessThan(serviceMib);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    [
      path,
      `attacks ${attackMs.map(seconds).join(' and ')}`,
      `run behind them ${seconds(nextMs)} and beside one ${seconds(besideMs)}, usually ${seconds(usualMs)}`,
      `cancel ${seconds(cancelMs)}, health at worst ${seconds(health.worst.service)}, a bare server beside it ${seconds(health.worst.bare)}`,
      `service at most ${memory.toFixed(0)} MiB, data folder at most ${disk.toFixed(0)} MiB`,
    ].join('; '),
  );
}

for (const [name, path] of Object.entries(hostilePages)) {
  it(`a page that ${name} holds no run, no worker and no process`, { tags, timeout: 1_800_000 }, () =>
    attack(path),
  );
}
