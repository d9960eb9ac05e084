import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consoleOfTests, startRun } from './console.test-helpers.ts';

describe('a long run', () => {
  const service = consoleOfTests({
    variables: { RUNWRIGHT_CONFIG: join(import.meta.dirname, 'long-run-config.test-helpers.ts') },
  });

  /** Opens a run with this many steps of a screenshot and ten actions each. */
  const open = async (steps: number): Promise<void> => {
    const runId = await startRun(service, [{ block_type: 'many_steps', label: 'agent', steps }]);
    const run = await service.client.runs.handle(runId).finished();
    expect(run.output).toMatchObject({ agent_output: { actions: steps * 10 } });

    const page = await service.open('/runs');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const pictures = () => requests.filter((path) => path.endsWith('/content')).length;
    await page.goto(`${service.base}/console/runs/${runId}`);
    const items = page.getByRole('treeitem');
    await items.first().waitFor();
    expect(await page.locator('*').count()).toBeLessThan(1200);
    expect(await items.count()).toBeLessThan(80);
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await items.filter({ hasText: `Answer ${steps * 10 - 1}` }).waitFor();
    expect(await items.count()).toBeLessThan(80);
    expect(pictures()).toBe(0);
    expect(requests.filter((path) => path.startsWith('/v1/')).length).toBeLessThan(30);

    await page.goto(`${service.base}/console/runs/${runId}?tab=screenshots`);
    const frames = page.getByRole('option');
    await frames.first().locator('img').waitFor();
    expect(await frames.count()).toBeLessThan(30);
    expect(pictures()).toBeLessThan(40);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.getByText(`${steps} of ${steps}`).first().waitFor();
    expect(await frames.count()).toBeLessThan(30);
    expect(pictures()).toBeLessThan(80);
    await page.context().close();
  };

  it('opens with few elements and requests, and loads only the pictures on the screen', () => open(40));

  it('opens with 5,000 actions as with 400', { tags: ['extended'] }, () => open(500));
});
