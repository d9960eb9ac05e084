import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitOf, type TestService, testService } from './service.test-helpers.ts';
import { startsBrowsers } from './shared-browser.test-helpers.ts';

describe('a server that is killed in the middle of a run', () => {
  let service: TestService;
  let site: Server;
  let base: string;
  /** Paths that were requested. */
  const visits: string[] = [];

  beforeEach(async () => {
    visits.length = 0;
    site = createServer(({ url = '/' }, response) => {
      const isHeld = url === '/held' && !visits.includes(url);
      visits.push(url);
      response.setHeader('content-type', 'text/html');
      // The first request of this page has no response: in it the server is killed.
      if (!isHeld) response.end(`<!doctype html><link rel="icon" href="data:,"><title>${url}</title>`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    base = `http://${host}`;
    service = await testService({ RUNWRIGHT_ALLOWED_HOSTS: host, RUNWRIGHT_RECORD: 'none' });
  });
  afterEach(async () => {
    await service.close();
    site.closeAllConnections();
    site.close();
  });

  const count = (path: string) => visits.filter((visit) => visit === path).length;

  it('goes on with the run after a restart, and leaves no browser of the dead server', {
    ...startsBrowsers,
    tags: ['extended'],
  }, async () => {
    const first = await service.start();
    const run_id = await service.startRun([
      { block_type: 'goto_url', label: 'home', url: `${base}/` },
      { block_type: 'goto_url', label: 'held', url: `${base}/held` },
      { block_type: 'goto_url', label: 'catalog', url: `${base}/catalog` },
    ]);
    await expect.poll(() => count('/held')).toBe(1);
    expect(await service.children()).not.toEqual([]);
    await exitOf(first, 'SIGKILL');

    await service.start();
    await expect.poll(() => service.statusOf(run_id), { interval: 200 }).toBe('completed');
    const { body: timeline } = await service.call(`/v1/runs/${run_id}/timeline`);
    const executed: string[] = timeline.flatMap(
      ({ block }: { block: { label: string } | null }) => block?.label ?? [],
    );
    expect(executed.filter((label) => label !== 'held').toSorted()).toEqual(['catalog', 'home']);
    // The page of a block that has ended is loaded again for the next block; the block itself is not executed again.
    expect([count('/'), count('/held'), count('/catalog')]).toEqual([2, 2, 1]);
    await expect.poll(service.children, { interval: 200 }).toEqual([]);
  });
});
