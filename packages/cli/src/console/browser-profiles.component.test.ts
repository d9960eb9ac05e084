import { describe, expect, it } from 'vitest';
import { consoleOfTests, openEmptyList, takeShots, violations } from './console.test-helpers.ts';
import { siteOf } from './test-site.test-helpers.ts';

describe('the page of browser profiles', () => {
  const service = consoleOfTests();

  it('creates profiles of nothing, of a session and of a run, renames and deletes them', async () => {
    const workflow = await service.client.workflows.create({
      json_definition: {
        title: 'Visit',
        persist_browser_session: true,
        workflow_definition: {
          parameters: [],
          blocks: [{ block_type: 'goto_url', label: 'visit', url: `${siteOf(service)}/` }],
        },
      } as never,
    });
    const run = await service.client.runs.start({ workflow_id: workflow.workflow_permanent_id });
    expect((await run.finished()).status).toBe('completed');
    const session = await service.client.browserSessions.create();
    await expect
      .poll(async () => (await service.client.browserSessions.get(session.browser_session_id)).status)
      .toBe('running');
    await service.client.browserSessions.close(session.browser_session_id);

    const { page, errors, dialog } = await openEmptyList(
      service,
      '/browser-profiles',
      'No browser profiles yet',
    );

    await page.getByRole('button', { name: 'New profile' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Empty one');
    await page.keyboard.press('Enter');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Empty one').waitFor();

    await page.getByRole('button', { name: 'New profile' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Of the run');
    await dialog.getByLabel('Description').fill('Cookies of the visit');
    await dialog.getByLabel('Cookies and storage from').selectOption({ label: 'A run that has ended' });
    await dialog.locator('datalist option').first().waitFor({ state: 'attached' });
    expect(await dialog.locator('datalist option').first().getAttribute('value')).toBe(run.runId);
    await dialog.getByLabel('Id of the run').fill('wr_404');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('This does not exist.').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'browser-profiles-form');
    await dialog.getByLabel('Id of the run').fill(run.runId);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await row('Of the run').getByText('Cookies of the visit').waitFor();

    await page.getByRole('button', { name: 'New profile' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Of the session');
    await dialog
      .getByLabel('Cookies and storage from')
      .selectOption({ label: 'A browser session that has ended' });
    await dialog.getByLabel('Id of the session').fill(session.browser_session_id);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await row('Of the session').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'browser-profiles');

    await row('Of the session').getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Renamed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row('Renamed').waitFor();
    await row('Renamed').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row('Renamed').waitFor({ state: 'detached' });
    const left = await service.client.browserProfiles.list();
    expect(left.map(({ name }) => name)).toEqual(['Of the run', 'Empty one']);
    expect(errors.filter((text) => !text.includes('status of 404'))).toEqual([]);
    await page.context().close();
  });
});
