import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitOf, type TestService, testService } from './service.test-helpers.ts';

describe('a service that is told to stop', () => {
  let service: TestService;
  let shop: Server;
  let arrived: { path: string; response: ServerResponse }[];

  beforeEach(async () => {
    arrived = [];
    shop = createServer((request, response) => {
      arrived.push({ path: request.url ?? '', response });
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    service = await testService({ RUNWRIGHT_ALLOWED_HOSTS: shopHost() });
  });
  afterEach(async () => {
    await service.close();
    shop.closeAllConnections();
    shop.close();
  });

  const shopHost = () => `127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const post = (label: string) => ({
    block_type: 'http_request',
    label,
    method: 'POST',
    url: `http://${shopHost()}/${label}`,
  });
  /** Begins a run of POST requests, none of which may be repeated. */
  const begin = (...labels: readonly string[]) => service.startRun(labels.map(post));
  /** Waits for the request to this path, which is answered with `answer`. */
  const request = async (path: string) => {
    await expect.poll(() => arrived.some((one) => one.path === path), { timeout: 20_000 }).toBe(true);
    return { answer: () => arrived.find((one) => one.path === path)?.response.end('{}') };
  };
  it('lets a request that may not be repeated end, begins no further block, and the next start goes on', async () => {
    const first = await service.start();
    const runId = await begin('pay', 'ship');
    const pay = await request('/pay');
    first.kill('SIGTERM');
    await expect
      .poll(() => service.call('/ready'))
      .toMatchObject({ status: 503, body: { status: 'draining' } });
    expect(await service.call('/health')).toMatchObject({ status: 200, body: { status: 'draining' } });
    pay.answer();
    expect(await exitOf(first)).toBe(0);
    expect(arrived.map(({ path }) => path)).toEqual(['/pay']);

    await service.start();
    (await request('/ship')).answer();
    await expect.poll(() => service.statusOf(runId)).toBe('completed');
    expect(arrived.map(({ path }) => path)).toEqual(['/pay', '/ship']);
  });

  it('ends at once at the second signal', async () => {
    const first = await service.start({ RUNWRIGHT_DRAIN_SECONDS: '600' });
    await begin('pay');
    await request('/pay');
    first.kill('SIGTERM');
    await expect.poll(() => service.call('/ready')).toMatchObject({ status: 503 });
    first.kill('SIGTERM');
    expect(await exitOf(first)).toBe(143);
  });

  it('stops a block that still runs when the drain time is over', { tags: ['extended'] }, async () => {
    const first = await service.start({ RUNWRIGHT_DRAIN_SECONDS: '0' });
    const runId = await begin('pay');
    await request('/pay');
    first.kill('SIGTERM');
    expect(await exitOf(first)).toBe(0);
    await service.start();
    await expect.poll(() => service.statusOf(runId)).toBe('failed');
    expect(arrived.map(({ path }) => path)).toEqual(['/pay']);
  });
});
