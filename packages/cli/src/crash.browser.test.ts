import { type DemoSite, demoSite } from '@runwright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitOf, type TestService, testService } from './service.test-helpers.ts';

/** Long enough to be killed in, on a busy machine too. */
const slow = '/slow?ms=8000';

describe('a server that is killed in the middle of a run', () => {
  let service: TestService;
  let site: DemoSite;

  beforeEach(async () => {
    site = await demoSite();
    service = await testService({ RUNWRIGHT_ALLOWED_HOSTS: new URL(site.url).host });
  });
  afterEach(async () => {
    await service.close();
    await site.close();
  });

  it('goes on with the run after a restart, and leaves no browser of the dead server', async () => {
    const first = await service.start();
    const run_id = await service.startRun([
      { block_type: 'goto_url', label: 'home', url: site.url },
      { block_type: 'goto_url', label: 'slow', url: `${site.url}${slow}` },
      { block_type: 'goto_url', label: 'catalog', url: `${site.url}/catalog` },
    ]);
    await expect.poll(() => visits(site, slow)).toBe(1);
    expect(await service.children()).not.toEqual([]);
    await exitOf(first, 'SIGKILL');

    await service.start();
    await expect.poll(() => service.statusOf(run_id)).toBe('completed');
    const { body: timeline } = await service.call(`/v1/runs/${run_id}/timeline`);
    const executed: string[] = timeline.flatMap(
      ({ block }: { block: { label: string } | null }) => block?.label ?? [],
    );
    expect(executed.filter((label) => label !== 'slow').toSorted()).toEqual(['catalog', 'home']);
    // The page of a block that has ended is loaded again for the next block; the block itself is not executed again.
    expect([visits(site, '/'), visits(site, slow), visits(site, '/catalog')]).toEqual([2, 2, 1]);
    await expect.poll(service.children).toEqual([]);
  });
});

function visits(site: DemoSite, path: string): number {
  return site.requests.filter((request) => request.path === path).length;
}
