import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';

describe('a service that is a demo', () => {
  const service = consoleOfTests({ saysDemo: true });

  it('says on each page that a script answers, until the note is closed in this tab', async () => {
    const page = await service.open('/runs');
    const errors = watchErrors(page);
    const note = page.getByRole('complementary', { name: 'Demo' });
    await note.getByText('A script answers in place of a model').waitFor();
    await note.getByRole('link', { name: service.demo.site.url }).waitFor();
    await note.getByText(service.demo.account.password).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'demo-notice');
    await page.getByRole('link', { name: 'Workflows', exact: true }).click();
    await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
    await note.getByRole('button', { name: 'Close the note about the demo' }).click();
    await expect.poll(() => note.count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
    // The answer about the service has arrived: a page that needs it shows it.
    await page.getByRole('link', { name: 'Health' }).click();
    const { version } = await service.client.service.version();
    await page.getByRole('region', { name: 'Service', exact: true }).getByText(version).waitFor();
    expect(await note.count()).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
