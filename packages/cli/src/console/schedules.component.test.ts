import type { Schedule } from '@runwright/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOfTests, inDocument, openEmptyList, takeShots, violations } from './console.test-helpers.ts';

describe('the page of schedules', () => {
  const service = consoleOfTests();
  let workflow: string;
  beforeAll(async () => {
    const created = await service.client.workflows.create({
      json_definition: {
        title: 'Collect invoices',
        workflow_definition: {
          parameters: [
            { parameter_type: 'workflow', key: 'month', workflow_parameter_type: 'string' },
            {
              ...{ parameter_type: 'workflow', key: 'rows', workflow_parameter_type: 'integer' },
              default_value: 3,
            },
          ],
          blocks: [{ block_type: 'code', label: 'program', code: 'return 1' }],
        },
      } as never,
    });
    workflow = created.workflow_permanent_id;
  });

  it('creates a schedule with the cron editor and shows its next five times in its zone', async () => {
    const { page, errors, dialog } = await openEmptyList(service, '/schedules', 'No schedules yet', {
      timezoneId: 'America/New_York',
    });

    await page.getByRole('button', { name: 'New schedule' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('option', { name: 'Collect invoices' }).waitFor({ state: 'attached' });
    await page.keyboard.type('Collect');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Office hours');
    const month = dialog.getByLabel('month (required)');
    await month.waitFor();
    expect(await dialog.getByLabel('rows').inputValue()).toBe('3');
    expect(await dialog.getByLabel('Time zone').inputValue()).toBe('America/New_York');
    const next = dialog.getByRole('region', { name: 'Next runs' });
    await next.getByText('At 09:00', { exact: true }).waitFor();

    await dialog.getByLabel('Repeat').selectOption({ label: 'On days of the week' });
    await dialog.getByLabel('Friday').focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel('Time', { exact: true }).fill('07:30');
    await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await next.getByText('At 07:30, Monday through Thursday').waitFor();
    await next.getByText('30 7 * * 1-4').waitFor();
    const times = next.getByRole('listitem');
    await expect.poll(() => times.count()).toBe(5);
    for (const text of await times.allTextContents())
      expect(text).toMatch(/^(?:Mon|Tue|Wed|Thu).*07:30.*(?:in \d|just now)/);
    // The times of the API itself, in UTC: half past seven in Tokyo is half past ten of the day before.
    for (const at of await times
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime'))))
      expect(at).toMatch(/T22:30:00\.000Z$/);

    await dialog.getByLabel('When the service was down at a due time').selectOption({ index: 1 });
    await dialog.getByLabel('Minutes after which it is too late').fill('30');
    await dialog.getByLabel('rows').fill('many');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'schedules-form');
    // The buttons are in reach wherever the form was scrolled to.
    const create = dialog.getByRole('button', { name: 'Create' });
    if (!inDocument) {
      await dialog.evaluate((one) => one.scrollTo(0, 0));
      const box = await create.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    }
    await create.click();
    await dialog.getByRole('alert').getByText('Correct the parameters that are marked.').waitFor();
    await dialog.getByText('Enter a whole number').waitFor();
    await dialog.getByLabel('rows').fill('3');
    await create.click();
    const question = page.getByRole('dialog', { name: 'Leave month empty?' });
    await question.getByRole('button', { name: 'Go back' }).click();
    await dialog.getByRole('alert').getByText('Enter a value for month.').waitFor();
    await month.fill('2026-11');
    await create.click();
    const row = page.getByRole('row').filter({ hasText: 'Office hours' });
    await row.getByText('Collect invoices').waitFor();
    const [schedule] = await service.client.schedules.list();
    expect(schedule).toMatchObject({
      workflow_permanent_id: workflow,
      cron: '30 7 * * 1-4',
      timezone: 'Asia/Tokyo',
      parameters: { month: '2026-11' },
      starting_deadline_seconds: 1800,
      enabled: true,
    });
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'schedules');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('pauses, resumes, changes and deletes a schedule, and keeps what the form does not show', async () => {
    const created = await service.client.schedules.create(workflow, {
      cron: '0 0 1 1 *',
      name: 'New year',
      parameters: { month: '2027-01' },
      run_options: { title: 'Run of the new year' },
      starting_deadline_seconds: 1800,
    });
    const stored = () => service.client.schedules.get(created.schedule_id);
    const page = await service.open('/schedules');
    const dialog = page.getByRole('dialog');
    const row = page.getByRole('row').filter({ hasText: 'New year' });
    await row.getByText('Active').waitFor();
    await row.getByRole('button', { name: 'Pause New year' }).focus();
    await page.keyboard.press('Enter');
    await row.getByText('Paused').waitFor();
    expect(await row.locator('[data-status="paused"] svg').getAttribute('class')).toContain('lucide-pause');
    expect((await stored()).next_run_at).toBeNull();
    await row.getByRole('button', { name: 'Resume New year' }).click();
    await row.getByText('Active').waitFor();

    await row.getByRole('button', { name: 'Change New year' }).click();
    const cron = dialog.getByLabel('Cron expression');
    expect(await cron.inputValue()).toBe('0 0 1 1 *');
    await cron.fill('0 0 31 2 *');
    await dialog.getByText('It is never due').first().waitFor();
    expect(await cron.getAttribute('aria-invalid')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'schedules-custom');
    expect(await dialog.getByLabel('Minutes').inputValue()).toBe('30');
    await cron.fill('0 0 1 1,7 *');
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(5);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored()).toMatchObject({
      cron: '0 0 1 1,7 *',
      parameters: { month: '2027-01' },
      run_options: { title: 'Run of the new year' },
      starting_deadline_seconds: 1800,
    });

    await row.getByRole('button', { name: 'Delete New year' }).click();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Delete New year' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('shows how the last run of a schedule has ended, and leads to it', async () => {
    const failing = await service.client.workflows.create({
      json_definition: {
        title: 'Fails',
        workflow_definition: {
          parameters: [],
          blocks: [{ block_type: 'code', label: 'program', code: "fail('always', 'on purpose')" }],
        },
      } as never,
    });
    const workflowId = failing.workflow_permanent_id;
    await service.client.schedules.create(workflowId, { cron: '0 0 1 1 *', name: 'Began it' });
    const run = await service.client.runs.start({ workflow_id: workflowId });
    await run.finished();
    const page = await service.open('/health');
    // No schedule is due while a test runs.
    await page.route('**/v1/schedules*', async (route) => {
      const answer = await route.fetch();
      const schedules = (await answer.json()) as readonly Schedule[];
      const at = new Date().toISOString();
      const json = schedules.map((schedule) =>
        schedule.name === 'Began it' ? { ...schedule, last_run_id: run.runId, last_run_at: at } : schedule,
      );
      await route.fulfill({ response: answer, json });
    });
    const row = page.getByRole('row').filter({ hasText: 'Began it' });
    const check = async () => {
      await page.goto(`${service.base}/console/schedules`);
      await row.getByText('Failed', { exact: true }).waitFor();
      expect(await row.getByRole('link').getAttribute('href')).toMatch(new RegExp(`/runs/${run.runId}$`));
    };
    await check();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'schedules-last-run');
    // A run that is none of the latest is read alone.
    await page.route('**/v1/runs?*', (route) => route.fulfill({ json: [] }));
    await check();
    await page.context().close();
  });

  it('shows the schedules of one workflow, and reads more at the end of a long list', async () => {
    const other = await service.client.workflows.create({
      json_definition: {
        title: 'Another',
        workflow_definition: {
          parameters: [],
          blocks: [{ block_type: 'code', label: 'program', code: 'return 1' }],
        },
      } as never,
    });
    await service.client.schedules.create(workflow, {
      ...{ cron: '0 0 1 1 *', name: 'Older one', enabled: false },
      parameters: { month: 'May' },
    });
    for (let index = 0; index < 70; index += 1)
      await service.client.schedules.create(other.workflow_permanent_id, {
        cron: '0 0 1 1 *',
        name: `Schedule ${index}`,
        enabled: false,
      });
    const page = await service.open(`/schedules?workflow=${other.workflow_permanent_id}`);
    const table = page.getByRole('table', { name: 'Schedules' });
    await table.waitFor();
    await expect
      .poll(async () => {
        await page.getByRole('region', { name: 'Schedules' }).evaluate((frame) => frame.scrollTo(0, 1e6));
        return table.getAttribute('aria-rowcount');
      })
      .toBe('71');
    await page.getByRole('button', { name: /show all/ }).click();
    await page.getByRole('button', { name: /show all/ }).waitFor({ state: 'detached' });
    await expect
      .poll(async () => {
        await page.getByRole('region', { name: 'Schedules' }).evaluate((frame) => frame.scrollTo(0, 1e6));
        return page.getByRole('row').filter({ hasText: 'Older one' }).count();
      })
      .toBe(1);
    await page.context().close();
  });
});
