// @module-tag extended
import { type ChildProcess, execFile } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, type PostgresServer, postgresServer } from '@runwright/testing/postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { exitOf, patient } from './service.test-helpers.ts';
import { startCommand } from './start.test-helpers.ts';

const binaries = findPostgres();
if (binaries === null)
  console.warn('PostgreSQL is not installed: the tests of browser sessions of workers are skipped.');
const main = new URL('./main.ts', import.meta.url).pathname;

describe.skipIf(binaries === null)('browser sessions of workers', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(() => server?.close());

  it('are viewed through the API process, end with their worker, and leave their profiles to others', async () => {
    const shared = {
      RUNWRIGHT_DATABASE_URL: server.url,
      RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      RUNWRIGHT_MAX_BROWSERS: '1',
    };
    const artifacts = await folderOfTest();
    // Of one machine, so that the second worker ends the browsers that the first one leaves.
    const workerFolder = await folderOfTest();
    const startWorker = async (): Promise<ChildProcess> => {
      const variables = { ...shared, RUNWRIGHT_DATA_DIR: workerFolder };
      const { process } = await startCommand(variables, endAfterTest, undefined, ['worker']);
      return process;
    };
    const { base } = await startCommand(
      { ...shared, RUNWRIGHT_DATA_DIR: artifacts, RUNWRIGHT_API_KEY: key },
      endAfterTest,
      undefined,
      ['start', '--no-worker'],
    );
    const call = async (path: string, body?: object) => {
      const response = await fetch(`${base}/v1/${path}`, {
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      return response.json() as Promise<Record<string, string>>;
    };
    const statusOf = async (id = '') => (await call(`browser_sessions/${id}`)).status;
    const open = async (request: object = {}) => {
      const { browser_session_id: id } = await call('browser_sessions', request);
      await expect.poll(() => statusOf(id), patient).toBe('running');
      return call(`browser_sessions/${id}`);
    };
    const connect = async (path: string): Promise<WebSocket> => {
      const socket = new WebSocket(base.replace('http', 'ws') + path, { headers: { 'x-api-key': key } });
      onTestFinished(() => socket.terminate());
      await once(socket, 'open');
      return socket;
    };

    const doomed = await startWorker();
    const saved = await open();
    await call(`browser_sessions/${saved.browser_session_id}/close`, {});
    await expect.poll(() => statusOf(saved.browser_session_id), patient).toBe('completed');
    let profile: Record<string, string> = {};
    // The worker stores the state of the browser when it has seen the close.
    await expect
      .poll(async () => {
        const { browser_session_id } = saved;
        profile = await call('browser_profiles', { name: 'Shop', browser_session_id });
        return profile.browser_profile_id;
      }, patient)
      .toMatch(/^bp_/);

    const session = await open({ expose_address: true });
    const path = `/v1/browser_sessions/${session.browser_session_id}`;
    expect(session.browser_address).toMatch(new RegExp(`^ws://[^/]+${path}/debug$`));
    const debug = await connect(`${path}/debug`);
    debug.send(JSON.stringify({ id: 1, method: 'Browser.getVersion' }));
    const [answer] = await once(debug, 'message');
    expect(JSON.parse(String(answer)).result.product).toContain('Chrome');
    const live = new WebSocket(`${base.replace('http', 'ws')}${path}/live`, {
      headers: { 'x-api-key': key },
    });
    onTestFinished(() => live.terminate());
    for await (const [data, isBinary] of on(live, 'message')) {
      if (!isBinary) continue;
      expect([...data.subarray(0, 2)]).toEqual([0xff, 0xd8]);
      break;
    }

    const status = async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [main, 'status', '--json'], {
        env: { ...process.env, ...shared, RUNWRIGHT_DATA_DIR: workerFolder },
      });
      return JSON.parse(stdout);
    };
    await expect
      .poll(async () => (await status()).workers, patient)
      .toMatchObject([{ processId: doomed.pid, browsers: 1, browsersHeld: 1 }]);

    const closed = once(debug, 'close');
    await exitOf(doomed, 'SIGKILL');
    await closed;
    const killedAt = Date.now();
    await expect.poll(() => statusOf(session.browser_session_id), patient).toBe('failed');
    const failed = await call(`browser_sessions/${session.browser_session_id}`);
    expect(failed.failure_reason).toBe('The worker that held the browser died or stood still.');
    // A lease of 8 s and a look every 2 s, and time for a busy machine; the sweep comes once a minute.
    const endedAfterMs = Date.parse(failed.completed_at ?? '') - killedAt;
    expect(endedAfterMs).toBeLessThan(30_000);

    await startWorker();
    const next = await open({ browser_profile_id: profile.browser_profile_id });
    expect(next).toMatchObject({ browser_profile_id: profile.browser_profile_id, failure_reason: null });
  });
});

const key = 'rw_test_key_of_a_service_in_a_test';

async function folderOfTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-worker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Ends a process in order, so that it closes its browsers. */
function endAfterTest(child: ChildProcess): void {
  onTestFinished(async () => {
    await exitOf(child, 'SIGTERM');
  });
}
