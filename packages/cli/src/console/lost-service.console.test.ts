import { describe, expect, it } from 'vitest';
import { consoleOfTests, startRun, takeShots } from './console.test-helpers.ts';

describe('the page of a run, when the service is lost', () => {
  const service = consoleOfTests({ ownService: true });

  it('keeps what it shows, says that it reconnects, and goes on where it was', async () => {
    const runId = await startRun(service, [
      { block_type: 'code', label: 'first', code: 'return 1' },
      { block_type: 'human_interaction', label: 'ask', recipients: ['ann@shop.test'] },
      { block_type: 'code', label: 'last', code: 'return 2' },
    ]);
    const page = await service.open(`/runs/${runId}`);
    const items = page.getByRole('treeitem');
    await page.getByRole('button', { name: 'Approve' }).waitFor();

    await service.stopListening();
    await page.getByText('Reconnecting').waitFor();
    await takeShots(page, 'run-reconnecting');
    expect(await items.filter({ hasText: 'first' }).count()).toBe(1);
    await service.engine.runs.resume(service.organizationId, runId, { outcome: 'approve', reason: null });
    await service.engine.runs.finished(service.organizationId, runId);
    expect(await items.filter({ hasText: 'last' }).count()).toBe(0);

    await service.listenAgain();
    await items.filter({ hasText: 'last' }).waitFor();
    await page.locator('.page-header').getByText('Completed').waitFor();
    await expect.poll(() => page.getByText('Reconnecting').count()).toBe(0);
    expect(await items.filter({ hasText: 'first' }).count()).toBe(1);

    await page.reload();
    await items.filter({ hasText: 'last' }).waitFor();
    await page.context().close();
  });
});
