import { describe, expect, it } from 'vitest';
import { consoleOfTests, startRun, takeShots, violations, watchErrors } from './console.test-helpers.ts';

const code = (text: string) => [{ block_type: 'code', label: 'program', code: text }];

describe('the page of the runs', () => {
  const service = consoleOfTests();

  it('lists runs as they happen, finds them by text and status, and tells what to do where there are none', async () => {
    const page = await service.open('/');
    const errors = watchErrors(page);
    await page.getByText('No runs yet').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/runs');
    await startRun(service, code('return 6 * 7'), { title: 'Counts to forty-two' });
    const row = page.getByRole('row').filter({ hasText: 'Counts to forty-two' });
    await row.getByText('Completed').waitFor();
    await startRun(service, code('throw new Error("no")'), { title: 'Gives up' });
    await page
      .getByRole('row')
      .filter({ hasText: 'Gives up' })
      .getByText('Failed', { exact: true })
      .waitFor();
    await page.getByRole('row').filter({ hasText: 'The program threw Error (line 1): no' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'runs');

    await page.keyboard.press('/');
    await page.keyboard.type('no such run');
    await page.getByText('No run matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await row.waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Gives up' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('renders only the rows on the screen of a list, which it loads page by page', async () => {
    const workflow = await service.client.workflows.create({
      json_definition: {
        title: 'Many',
        workflow_definition: { parameters: [], blocks: [] },
      } as never,
    });
    await Promise.all(
      Array.from({ length: 60 }, () =>
        service.client.runs.start({ workflow_id: workflow.workflow_permanent_id }),
      ),
    );
    const page = await service.open(`/runs?workflow=${workflow.workflow_permanent_id}`);
    const table = page.getByRole('table', { name: 'Runs' });
    await table.waitFor();
    const total = async () => Number(await table.getAttribute('aria-rowcount')) - 1;
    await expect
      .poll(async () => {
        await page.getByRole('region', { name: 'Runs' }).evaluate((frame) => {
          frame.scrollTo(0, 0);
          frame.scrollTo(0, 1e6);
        });
        return total();
      })
      .toBe(60);
    expect(await page.getByRole('row').count()).toBeLessThan(50);
    await page.context().close();
  });
});
