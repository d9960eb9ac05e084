import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '@runwright/testing/postgres';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from './command.test-helpers.ts';
import { type InProcessService, inProcessService, soon } from './in-process-service.test-helpers.ts';
import { exitOf, patient, testService } from './service.test-helpers.ts';
import { startCommand } from './start.test-helpers.ts';
import { createTestDatabase, type TestDatabase } from './test-storage/test-database.test-helpers.ts';

const binaries = findPostgres();
if (binaries === null)
  console.warn('PostgreSQL is not installed: the tests of several processes are skipped.');

let database: TestDatabase;
const shared = () => ({
  RUNWRIGHT_DATABASE_URL: database.url,
  RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
});
/** Each test has a database, which outlives its services. */
const withDatabase = () =>
  beforeEach(async ({ onTestFinished }) => {
    database = await createTestDatabase();
    onTestFinished(() => database.close());
  });

describe.skipIf(binaries === null)('several services on PostgreSQL', () => {
  withDatabase();

  /** A service on the database; without a key of its own when it is given none. */
  async function open(variables: Readonly<Record<string, string>> = {}): Promise<InProcessService> {
    const service = await inProcessService({ ...shared(), ...variables });
    onTestFinished(() => service.close());
    return service;
  }

  it('runs that one accepts are executed by another one', async () => {
    const api = await open();
    await api.start({}, { worker: false });
    const runId = await api.startRun([
      { block_type: 'code', label: 'first', code: 'return 1', next_block_label: 'second' },
      { block_type: 'code', label: 'second', code: 'return { sum: 1 + 1 }' },
    ]);
    expect(await api.statusOf(runId)).toMatch(/created|queued/);
    await (await open()).start();
    await expect.poll(() => api.statusOf(runId), soon).toBe('completed');
    const { body } = await api.call(`/v1/runs/${runId}`);
    expect(body.output.second_output).toEqual({ sum: 2 });
  });

  it('two that start at once on an empty database agree on one first organization and one key', async () => {
    const services = [await open({ RUNWRIGHT_API_KEY: '' }), await open({ RUNWRIGHT_API_KEY: '' })];
    const opened = await Promise.all(services.map((service) => service.start({}, { worker: false })));
    await expectOneKey(opened.map(({ address, key }) => ({ base: address, key })));
  });

  it('one without the shared master key is refused with what to set', async () => {
    const service = await open({ RUNWRIGHT_MASTER_KEY: '' });
    await expect(service.start()).rejects.toThrow(/RUNWRIGHT_DATABASE_URL needs RUNWRIGHT_MASTER_KEY/);
  });

  it('one with another master key than the others is refused', async () => {
    await (await open()).start({}, { worker: false });
    const stranger = await open({ RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') });
    await expect(stranger.start()).rejects.toThrow(
      /^The master key in RUNWRIGHT_MASTER_KEY is not the one that the database was written with/,
    );
  });
});

it('a worker without a shared database is refused with what to set', async () => {
  const { code, err } = await runInProcess(['worker'], { RUNWRIGHT_DATABASE_URL: '' });
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('`runwright worker` needs RUNWRIGHT_DATABASE_URL'),
  ]);
});

/** Of the keys that services print, one is a whole key, with which both show the same organization. */
async function expectOneKey(both: readonly { readonly base: string; readonly key: string }[]): Promise<void> {
  const keys = both.map(({ key }) => /^(rw_\S+) {2}\(printed this once/.exec(key)?.[1]);
  expect(keys.filter((key) => key !== undefined)).toHaveLength(1);
  const text = keys.find((key) => key !== undefined) ?? '';
  const other = both.find(({ key }) => !key.startsWith(text))?.key;
  expect(other).toContain(`${text.slice(0, 8)}… (printed by the process that started first; `);
  expect(other).toContain('`runwright keys create <name>` makes another)');
  const ids = await Promise.all(
    both.map(async ({ base }) => {
      const answer = await fetch(`${base}/v1/organizations`, { headers: { 'x-api-key': text } });
      expect(answer.status).toBe(200);
      const found = (await answer.json()) as readonly { readonly organization_id: string }[];
      return found.map((one) => one.organization_id);
    }),
  );
  expect(ids).toEqual([[ids[0]?.[0]], [ids[0]?.[0]]]);
}

describe.skipIf(binaries === null)('several processes on PostgreSQL', { tags: ['extended'] }, () => {
  withDatabase();

  async function startWorker(
    variables: Readonly<Record<string, string>> = {},
    print?: (bytes: Buffer) => void,
  ): Promise<ChildProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'runwright-worker-'));
    let child: ChildProcess | null = null;
    onTestFinished(async () => {
      if (child) await exitOf(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    await startCommand(
      { ...shared(), RUNWRIGHT_DATA_DIR: folder, ...variables },
      (born) => {
        child = born;
      },
      print,
      ['worker', '--concurrency', '2'],
    );
    return child as unknown as ChildProcess;
  }

  it('runs that one process accepts are executed by workers, and go on when a worker is killed', async () => {
    const service = await testService(shared());
    onTestFinished(() => service.close());
    await service.start({}, ['start', '--no-worker']);
    const runId = await service.startRun([
      { block_type: 'wait', label: 'first', wait_sec: 1, next_block_label: 'second' },
      { block_type: 'code', label: 'second', code: 'return { sum: 1 + 1 }' },
    ]);
    expect(await service.statusOf(runId)).toMatch(/created|queued/);
    const doomed = await startWorker();
    const spinning = await service.startRun([
      {
        block_type: 'code',
        label: 'slow',
        code: 'await sleep(4000); return { done: true }',
        timeout_seconds: 60,
      },
    ]);
    await expect.poll(() => service.statusOf(runId), patient).toBe('completed');
    await expect.poll(() => service.statusOf(spinning), patient).toBe('running');
    await exitOf(doomed, 'SIGKILL');
    await startWorker();
    await expect.poll(() => service.statusOf(spinning), patient).toBe('completed');
    const { body } = await service.call(`/v1/runs/${spinning}`);
    expect(body.output.slow_output).toEqual({ done: true });
  });

  it('a worker that gets SIGTERM lets the block that runs end', async () => {
    const asked = Promise.withResolvers<() => void>();
    const shop = createServer((_request, response) => asked.resolve(() => response.end('{}')));
    shop.listen(0, '127.0.0.1');
    await once(shop, 'listening');
    onTestFinished(() => void shop.close());
    const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const variables = { RUNWRIGHT_ALLOWED_HOSTS: host };
    const service = await testService({ ...shared(), ...variables });
    onTestFinished(() => service.close());
    await service.start({}, ['start', '--no-worker']);
    let printed = '';
    const worker = await startWorker(variables, (bytes) => {
      printed += String(bytes);
    });
    const pay = { block_type: 'http_request', label: 'pay', method: 'POST', url: `http://${host}/pay` };
    const runId = await service.startRun([pay]);
    const answer = await asked.promise;
    const ended = exitOf(worker, 'SIGTERM');
    await expect.poll(() => printed, patient).toContain('Stopping when the blocks');
    answer();
    expect(await ended).toBe(0);
    await startWorker(variables);
    await expect.poll(() => service.statusOf(runId), patient).toMatch(/^(completed|failed|terminated)$/);
    expect(await service.statusOf(runId)).toBe('completed');
  });

  it('two processes that start at once on an empty database agree on one first organization and one key', async () => {
    const start = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'runwright-api-'));
      let child: ChildProcess | null = null;
      onTestFinished(async () => {
        if (child) await exitOf(child, 'SIGKILL');
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      });
      let printed = '';
      const { base } = await startCommand(
        { ...shared(), RUNWRIGHT_DATA_DIR: folder },
        (born) => {
          child = born;
        },
        (bytes) => {
          printed += bytes.toString();
        },
        ['start', '--no-worker'],
      );
      await expect.poll(() => printed, patient).toMatch(/Runs /);
      return { base, key: /API key +(.*)/.exec(printed)?.[1] ?? '' };
    };
    await expectOneKey(await Promise.all([start(), start()]));
  });

  it('a process without the shared master key is refused with what to set', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runwright-worker-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { RUNWRIGHT_DATABASE_URL } = shared();
    const variables = { RUNWRIGHT_DATABASE_URL, RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_MASTER_KEY: '' };
    const started = startCommand(variables, () => undefined, undefined, ['worker']);
    await expect(started).rejects.toThrow(/RUNWRIGHT_DATABASE_URL needs RUNWRIGHT_MASTER_KEY/);
  });

  it('a worker without a shared database is refused with what to set', async () => {
    const started = startCommand({ RUNWRIGHT_DATABASE_URL: '' }, () => undefined, undefined, ['worker']);
    await expect(started).rejects.toThrow(/`runwright worker` needs RUNWRIGHT_DATABASE_URL/);
  });
});
