import { describe, expect, it } from 'vitest';
import { consoleOfTests, watchErrors } from './console.test-helpers.ts';

describe('the console', () => {
  const service = consoleOfTests({ asHost: true });

  it('offers the sections that have a page, and a theme, and says when there is no such page', async () => {
    const page = await service.open('/runs');
    const errors = watchErrors(page);
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    expect(await links.count()).toBeGreaterThan(8);
    for (const link of await links.all()) {
      const name = (await link.textContent()) ?? '';
      await link.click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await page.getByRole('button', { name: /^Theme: / }).click();
    await page.getByRole('menuitemcheckbox', { name: 'System', checked: true }).waitFor();
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(errors).toEqual([]);
    await page.goto(`${service.base}/console/no/such/page`);
    await page.getByText('No such page').waitFor();
    await page.context().close();
  });
});
