import { describe, expect, it } from 'vitest';
import { consoleOfTests, startRun, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { siteOf } from './test-site.test-helpers.ts';

describe('the timeline of a run', () => {
  const service = consoleOfTests();

  it('marks a page that the server answered with an error, and counts what goes on', async () => {
    const runId = await startRun(
      service,
      [
        { block_type: 'goto_url', label: 'begin', url: `${siteOf(service)}/orders` },
        { block_type: 'goto_url', label: 'open', url: `${siteOf(service)}/no-such-page` },
        { block_type: 'wait', label: 'rest', wait_sec: 600 },
      ],
      { title: 'Opens nothing' },
    );
    const page = await service.open(`/runs/${runId}`);
    const errors = watchErrors(page);
    const tree = page.getByRole('tree', { name: 'Timeline' });
    const action = tree.getByRole('treeitem').filter({ hasText: '404 Not found' });
    await action.waitFor();
    const rest = tree.getByRole('treeitem').filter({ hasText: 'rest' });
    await rest.getByText(/^Wait · until \d/).waitFor();
    // It counts.
    const elapsed = async () => Number.parseInt((await rest.locator('.duration').textContent()) ?? '', 10);
    const before = await elapsed();
    await expect.poll(elapsed).toBeGreaterThan(before);
    await page.getByText('answered with 404 Not found').waitFor();
    await page.getByRole('button', { name: 'Show the action' }).click();
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByText('The server answered 404 Not found.').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'timeline-warning');
    await rest.click();
    await details.getByText('Waits until').waitFor();
    await takeShots(page, 'timeline-waiting');
    await service.client.runs.cancel(runId);
    await rest.getByText('Canceled').waitFor();
    await expect.poll(() => rest.getByText(/until/).count()).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
