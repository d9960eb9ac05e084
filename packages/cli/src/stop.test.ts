import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCommand } from './start.test.kit.ts';

const key = 'rw_test_key_for_the_stop_test';

describe('a service that is told to stop', () => {
  let folder: string;
  let base: string;
  let service: ChildProcess | null = null;
  let shop: Server;
  let arrived: { path: string; response: ServerResponse }[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-stop-'));
    arrived = [];
    shop = createServer((request, response) => {
      arrived.push({ path: request.url ?? '', response });
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    if (service && service.exitCode === null && service.signalCode === null) {
      service.kill('SIGKILL');
      await once(service, 'exit');
    }
    shop.closeAllConnections();
    shop.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const shopHost = () => `127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const start = async (variables: Readonly<Record<string, string>> = {}) => {
    const own = { RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_API_KEY: key, RUNWRIGHT_ALLOWED_HOSTS: shopHost() };
    const started = await startCommand({ ...own, ...variables }, (child) => {
      service = child;
    });
    base = started.base;
    return started.process;
  };
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${base}${path}`, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const post = (label: string) => ({
    block_type: 'http_request',
    label,
    method: 'POST',
    url: `http://${shopHost()}/${label}`,
  });
  /** Begins a run of POST requests, none of which may be repeated. */
  const begin = async (...labels: readonly string[]): Promise<string> => {
    const json_definition = { workflow_definition: { blocks: labels.map(post) } };
    const { body: workflow } = await call('/v1/workflows', { json_definition });
    const { body } = await call('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id });
    return body.run_id;
  };
  /** Waits for the request to this path, which is answered with `answer`. */
  const request = async (path: string) => {
    await expect.poll(() => arrived.some((one) => one.path === path), { timeout: 20_000 }).toBe(true);
    return { answer: () => arrived.find((one) => one.path === path)?.response.end('{}') };
  };
  const exitOf = async (child: ChildProcess) => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  };

  it('lets a request that may not be repeated end, begins no further block, and the next start goes on', async () => {
    const first = await start();
    const runId = await begin('pay', 'ship');
    const pay = await request('/pay');
    first.kill('SIGTERM');
    await expect.poll(() => call('/health')).toMatchObject({ status: 503, body: { status: 'draining' } });
    pay.answer();
    expect(await exitOf(first)).toBe(0);
    expect(arrived.map(({ path }) => path)).toEqual(['/pay']);

    await start();
    (await request('/ship')).answer();
    await expect.poll(async () => (await call(`/v1/runs/${runId}`)).body.status).toBe('completed');
    expect(arrived.map(({ path }) => path)).toEqual(['/pay', '/ship']);
  });

  it('ends at once at the second signal', async () => {
    const first = await start({ RUNWRIGHT_DRAIN_SECONDS: '600' });
    await begin('pay');
    await request('/pay');
    first.kill('SIGTERM');
    await expect.poll(() => call('/health')).toMatchObject({ status: 503 });
    first.kill('SIGTERM');
    expect(await exitOf(first)).toBe(143);
  });

  it('stops a block that still runs when the drain time is over', { tags: ['matrix'] }, async () => {
    const first = await start({ RUNWRIGHT_DRAIN_SECONDS: '0' });
    const runId = await begin('pay');
    await request('/pay');
    first.kill('SIGTERM');
    expect(await exitOf(first)).toBe(0);
    await start();
    await expect.poll(async () => (await call(`/v1/runs/${runId}`)).body.status).toBe('failed');
    expect(arrived.map(({ path }) => path)).toEqual(['/pay']);
  });
});
