import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startsProcess } from './command.test-helpers.ts';
import { type AnyService, servicePlaces, soon } from './in-process-service.test-helpers.ts';
import { exitOf, patient, type TestService, testService } from './service.test-helpers.ts';

let service: AnyService;
let shop: Server;
let arrived: { path: string; response: ServerResponse }[];

/** Opens the shop and a service that may send requests to it. */
async function prepare(open: (own: Readonly<Record<string, string>>) => Promise<AnyService>): Promise<void> {
  arrived = [];
  shop = createServer((request, response) => {
    arrived.push({ path: request.url ?? '', response });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  service = await open({ RUNWRIGHT_ALLOWED_HOSTS: shopHost() });
}
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
const request = async (path: string, poll = soon) => {
  await expect.poll(() => arrived.some((one) => one.path === path), poll).toBe(true);
  return { answer: () => arrived.find((one) => one.path === path)?.response.end('{}') };
};

for (const { place, options, patient, open } of servicePlaces) {
  describe(`a service ${place} that is told to stop`, options, () => {
    beforeEach(() => prepare(open));

    it('lets a request that may not be repeated end, begins no further block, and the next start goes on', async () => {
      await service.start();
      const runId = await begin('pay', 'ship');
      const pay = await request('/pay', patient);
      const stopped = service.stop();
      await expect
        .poll(() => service.call('/ready'), patient)
        .toMatchObject({ status: 503, body: { status: 'draining' } });
      expect(await service.call('/health')).toMatchObject({ status: 200, body: { status: 'draining' } });
      pay.answer();
      await stopped;
      expect(arrived.map(({ path }) => path)).toEqual(['/pay']);

      await service.start();
      (await request('/ship', patient)).answer();
      await expect.poll(() => service.statusOf(runId), patient).toBe('completed');
      expect(arrived.map(({ path }) => path)).toEqual(['/pay', '/ship']);
    });
  });
}

describe('a process of a service that gets signals', () => {
  let child: TestService;
  beforeEach(() =>
    prepare(async (own) => {
      child = await testService(own);
      return child;
    }),
  );

  it('ends at once at the second signal', startsProcess, async () => {
    const first = await child.start({ RUNWRIGHT_DRAIN_SECONDS: '600' });
    await begin('pay');
    await request('/pay', patient);
    first.kill('SIGTERM');
    await expect.poll(() => service.call('/ready'), patient).toMatchObject({ status: 503 });
    first.kill('SIGTERM');
    expect(await exitOf(first)).toBe(143);
  });

  it('ends with the exit code 0 at the first one', { tags: ['extended'] }, async () => {
    const first = await child.start();
    first.kill('SIGTERM');
    expect(await exitOf(first)).toBe(0);
  });

  it('stops a block that still runs when the drain time is over', { tags: ['extended'] }, async () => {
    const first = await child.start({ RUNWRIGHT_DRAIN_SECONDS: '0' });
    const runId = await begin('pay');
    await request('/pay', patient);
    first.kill('SIGTERM');
    expect(await exitOf(first)).toBe(0);
    await child.start();
    await expect.poll(() => service.statusOf(runId)).toBe('failed');
    expect(arrived.map(({ path }) => path)).toEqual(['/pay']);
  });
});
