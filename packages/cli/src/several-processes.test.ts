import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, postgresServer } from '@runwright/testing/postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exitOf, patient, testService } from './service.test-helpers.ts';
import { startCommand } from './start.test-helpers.ts';

const binaries = findPostgres();
if (binaries === null)
  console.warn('PostgreSQL is not installed: the tests of several processes are skipped.');

describe.skipIf(binaries === null)('several processes on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await postgresServer();
  }, 120_000);
  afterAll(() => server?.close());

  const shared = () => ({
    RUNWRIGHT_DATABASE_URL: server.url,
    RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  });

  async function startWorker(): Promise<ChildProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'runwright-worker-'));
    let child: ChildProcess | null = null;
    onTestFinished(async () => {
      if (child) await exitOf(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    await startCommand(
      { ...shared(), RUNWRIGHT_DATA_DIR: folder },
      (born) => {
        child = born;
      },
      undefined,
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
  }, 300_000);

  it('a process without the shared master key is refused with what to set', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runwright-worker-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { RUNWRIGHT_DATABASE_URL } = shared();
    const variables = { RUNWRIGHT_DATABASE_URL, RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_MASTER_KEY: '' };
    const started = startCommand(variables, () => undefined, undefined, ['worker']);
    await expect(started).rejects.toThrow(/RUNWRIGHT_DATABASE_URL needs RUNWRIGHT_MASTER_KEY/);
  });
});

it('a worker without a shared database is refused with what to set', async () => {
  const started = startCommand({ RUNWRIGHT_DATABASE_URL: '' }, () => undefined, undefined, ['worker']);
  await expect(started).rejects.toThrow(/`runwright worker` needs RUNWRIGHT_DATABASE_URL/);
});
