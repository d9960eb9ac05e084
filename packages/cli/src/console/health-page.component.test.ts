import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';

describe('the page of the health', () => {
  const service = consoleOfTests();

  it('tells the state of the service, its drivers, workers, queue and models', async () => {
    const [health, version, models] = await Promise.all([
      service.client.service.health(),
      service.client.service.version(),
      service.client.service.models(),
    ]);
    const page = await service.open('/health');
    const errors = watchErrors(page);
    const state = page.getByRole('region', { name: 'Service', exact: true });
    await state.getByText('Works').waitFor();
    await state.getByText('Ready').waitFor();
    await state.getByText(version.version).waitFor();
    const needs = page.getByRole('region', { name: 'What it needs' });
    await expect.poll(() => needs.getByText('Works').count()).toBe(2);
    await needs.getByText(String(health.workers), { exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Runs of your organization' })
      .getByRole('link', { name: '0' })
      .first()
      .waitFor();
    expect(Object.keys(models.models)).toEqual(['scripted']);
    const model = page.getByRole('row').filter({ hasText: 'scripted' });
    await model.getByText('Stand-in of the demo: answers from a script').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'health');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('says what is broken, and when the service does not answer', async () => {
    const page = await service.open('/runs');
    const broken = { status: 'unavailable', store: 'ok', queue: 'unavailable', workers: 1 };
    await page.route('**/health', (route) => route.fulfill({ status: 503, json: broken }));
    await page.route('**/ready', (route) => route.fulfill({ status: 503, json: { status: 'unavailable' } }));
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('alert').getByText('The queue does not answer, so no run starts.').waitFor();
    expect(await page.getByRole('main').getByText('Unavailable').count()).toBe(3);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'health-broken');
    await page.unroute('**/health');
    await page.route('**/health', (route) => route.abort());
    await page.getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.unroute('**/health');
    await page.getByRole('region', { name: 'Service', exact: true }).getByText('Works').waitFor();
    await page.context().close();
  });
});
