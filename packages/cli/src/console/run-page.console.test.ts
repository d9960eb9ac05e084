import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { startSignIn } from './test-site.test-helpers.ts';

const tabs = [
  ...['Timeline', 'Graph', 'Screenshots', 'Model calls', 'Network and console', 'Recording', 'Files'],
  ...['Webhooks', 'Output', 'Request'],
];

describe('the page of a run in a browser', () => {
  const service = consoleOfTests();
  let runId: string;
  beforeAll(async () => {
    runId = await startSignIn(service);
  });

  it('follows the run while it happens, marks where it acts, and shows each part when it is over', async () => {
    const page = await service.open(`/runs/${runId}`);
    const errors = watchErrors(page);
    const items = page.getByRole('tree', { name: 'Timeline' }).getByRole('treeitem');
    await items.filter({ hasText: 'sign_in' }).waitFor();
    await page.locator('.page-header').getByText('Completed').waitFor();
    await items.filter({ hasText: 'Input text' }).first().click();
    const details = page.getByRole('region', { name: 'Details' });
    await details.locator('.shot-mark rect').first().waitFor();
    const [picture, mark] = await Promise.all([
      details.locator('.shot img').first().boundingBox(),
      details.locator('.shot-mark rect').first().boundingBox(),
    ]);
    expect(mark!.x).toBeGreaterThanOrEqual(picture!.x);
    expect(mark!.x + mark!.width).toBeLessThanOrEqual(picture!.x + picture!.width);

    await details.getByRole('button', { name: 'Show in full size' }).first().click();
    const full = page.getByRole('region', { name: 'Picture in full size' });
    await full.locator('.shot-mark rect').waitFor();
    expect(await full.locator('img').evaluate((image) => image.clientWidth)).toBe(1280);
    await takeShots(page, 'run-picture-full-size');
    await page.mouse.click(5, 5);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    // The recordings are stored when the browser has closed.
    await page.getByRole('tab', { name: 'Recording' }).click();
    await page.getByLabel('Recording 1', { exact: true }).waitFor();
    for (const name of tabs) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.getByRole('tabpanel', { name }).waitFor();
      await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
    }
    await page.getByRole('tab', { name: 'Network and console' }).click();
    await page.getByRole('table', { name: 'Requests' }).getByText('/orders').first().waitFor();
    await page.getByRole('tab', { name: 'Recording' }).click();
    const jumps = page.getByRole('navigation', { name: 'Actions in Recording 1' });
    const time = () => page.evaluate("document.querySelector('video').currentTime");
    await expect.poll(time).toBeGreaterThan(0);
    await jumps.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(time).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('goes to the details of a line that is tapped on a phone, where sections are in a menu', {
    tags: ['extended'],
  }, async () => {
    const page = await service.open(`/runs/${runId}`, { viewport: { width: 390, height: 844 } });
    await page.getByRole('treeitem').filter({ hasText: 'Input text' }).first().click();
    const details = page.getByRole('region', { name: 'Details' });
    await expect.poll(() => details.evaluate((frame) => frame.matches(':focus'))).toBe(true);
    await expect.poll(async () => (await details.boundingBox())!.y).toBeLessThan(600);
    await takeShots(page, 'run-phone-details');
    await details.getByRole('button', { name: 'Show in full size' }).first().click();
    const full = page.getByRole('region', { name: 'Picture in full size' });
    await full.locator('.shot-mark rect').waitFor();
    await expect.poll(() => full.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    await page.getByRole('button', { name: 'Menu' }).click();
    await takeShots(page, 'run-phone-menu');
    await page.setViewportSize({ width: 360, height: 800 });
    const side = page.locator('.side');
    expect(await side.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Schedules' }).isVisible()).toBe(false);
    await page.context().close();
  });

  it('has no violations on any tab, in a full-size picture and on a phone', {
    tags: ['extended'],
  }, async () => {
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}`);
    for (const name of tabs) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.getByRole('tabpanel', { name }).waitFor();
      await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
      expect([name, await violations(page)]).toEqual([name, []]);
      await takeShots(page, `run-${name.toLowerCase().replaceAll(' ', '-')}`);
    }
    await page.getByRole('tab', { name: 'Timeline', exact: true }).click();
    await page.getByRole('treeitem').filter({ hasText: 'Input text' }).first().click();
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByRole('button', { name: 'Show in full size' }).first().click();
    await page.getByRole('region', { name: 'Picture in full size' }).locator('.shot-mark rect').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});
