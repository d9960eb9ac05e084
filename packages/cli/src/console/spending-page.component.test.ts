import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  consoleOfTests,
  inDocument,
  startRun,
  takeShots,
  violations,
  watchErrors,
} from './console.test-helpers.ts';
import { signInTitle, startSignIn } from './test-site.test-helpers.ts';

const countColors = `(() => {
  const canvas = document.querySelector('figure canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
})()`;

describe('the page of the spending', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runwright-prices-'));
  writeFileSync(join(folder, 'prices.yaml'), 'scripted: { input: 100, cached: 10, output: 400 }\n');
  const service = consoleOfTests({
    variables: {
      RUNWRIGHT_PRICES: join(folder, 'prices.yaml'),
      RUNWRIGHT_MAX_DAY_COST: '20',
      RUNWRIGHT_MAX_DAY_TOKENS: '1000000',
      RUNWRIGHT_MAX_RUN_COST: '5',
    },
  });
  beforeAll(async () => {
    await service.engine.runs.finished(service.organizationId, await startSignIn(service));
    const id = await startRun(service, [{ block_type: 'code', label: 'c', code: 'return 1' }], {
      title: 'Free',
    });
    await service.engine.runs.finished(service.organizationId, id);
    await service.engine.billing.addTopup(service.organizationId, { credits: 250, key: 'march' });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('tells cost, tokens and runs by day and by workflow, and how much of the limits is used', async () => {
    const spending = await service.client.billing.spending();
    const today = spending.days.at(-1);
    if (!today) throw new Error('The service tells no days.');
    expect(today).toMatchObject({ run_count: 2, unpriced_run_count: 0 });
    expect(today.cost).toBeGreaterThan(0);
    const tokens = today.tokens.toLocaleString('en-US');
    const cost = `$${today.cost.toFixed(today.cost < 0.1 ? 4 : 2)}`;

    const page = await service.open('/spending');
    const errors = watchErrors(page);
    const days = page.getByRole('table', { name: 'Spending by day' });
    await days.waitFor();
    expect(await days.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining([today.day, cost, tokens, '2']),
    );
    const chart = page.getByRole('img', { name: /^Cost by day/ });
    await chart.locator('canvas').waitFor();
    // Lines, texts and the bar of today.
    if (!inDocument) await expect.poll(() => page.evaluate<number>(countColors)).toBeGreaterThan(3);
    const limits = page.getByRole('region', { name: 'Limits' });
    await limits.getByText(`${tokens} of 1,000,000`).waitFor();
    expect(await limits.getByLabel('Cost today (UTC)').getAttribute('max')).toBe('20');
    await limits.getByText('$5.00').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'spending-days');

    // By keyboard to the next tab.
    await page.getByRole('tab', { name: 'By day' }).focus();
    await page.keyboard.press('ArrowRight');
    const workflows = page.getByRole('table', { name: 'Spending by workflow' });
    await workflows.getByRole('row').filter({ hasText: signInTitle }).getByText('100 %').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'spending-workflows');
    await page.reload();
    await workflows.waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('shows the credits of the period and each charge', async () => {
    const page = await service.open('/spending?tab=credits');
    const credits = page.getByRole('region', { name: 'Credits of this period' });
    await credits.getByText('250 of 250').waitFor();
    await credits.getByText('This service only counts credits').waitFor();
    await credits.getByText('Runs go on').waitFor();
    const charges = page.getByRole('table', { name: 'Charges' });
    await charges.getByRole('row').filter({ hasText: 'Top-up' }).getByText('+250 credits').waitFor();
    expect(await charges.getByRole('row').filter({ hasText: 'Step of an agent' }).count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'spending-credits');
    await page.context().close();
  });

  it('shows other days, and says which days the service refuses', async () => {
    const page = await service.open('/spending');
    await page.getByLabel('Period', { exact: true }).selectOption('7');
    await page.getByText('6 of 7 days had no runs.').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByLabel('Period', { exact: true }).selectOption('own');
    await page.getByLabel('From (UTC)').fill('2020-02-28');
    await page.getByRole('alert').getByText('by less than 366 days').waitFor();
    await page.getByLabel('To (UTC)').fill('2020-03-01');
    await page.getByText('No runs in this period').waitFor();
    await page.getByRole('tab', { name: 'By workflow' }).click();
    await page.getByText('No runs in this period').waitFor();
    await page.getByLabel('From (UTC)').fill('2010-01-01');
    await page.getByRole('alert').getByText('by less than 366 days').waitFor();
    await page.context().close();
  });

  it('says when a cost is not known and when runs are left out', async () => {
    const page = await service.open('/runs');
    // Twenty thousand runs take long to start: the answer of the service is changed instead.
    await page.route('**/v1/spending*', async (route) => {
      const response = await route.fetch();
      const spending = await response.json();
      spending.is_complete = false;
      spending.days.at(-1).unpriced_run_count = 1;
      Object.assign(spending.workflows[0], { cost: 0, run_count: 1, unpriced_run_count: 1 });
      await route.fulfill({ response, json: spending });
    });
    await page.getByRole('link', { name: 'Spending' }).click();
    await page.getByText('The figures are too low.').waitFor();
    await page.getByText('The cost of 1 run is not known.').waitFor();
    await page
      .getByRole('table')
      .getByText(/^at least \$/)
      .waitFor();
    await page.getByRole('tab', { name: 'By workflow' }).click();
    await page.getByRole('table').getByText('not known').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'spending-unpriced');
    await page.context().close();
  });
});
