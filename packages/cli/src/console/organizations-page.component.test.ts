import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';

const signal = () => Promise.withResolvers<void>();

describe('the page of the organizations', () => {
  const service = consoleOfTests({ asHost: true });

  it('creates, changes and deletes an organization, and manages its keys', async () => {
    const page = await service.open('/organizations');
    const errors = watchErrors(page);
    await page.getByRole('button', { name: 'Create an organization' }).click();
    await page.keyboard.type('Blue Harbor');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Blue Harbor' }).waitFor();

    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('First key');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const dialog = page.getByRole('dialog', { name: 'The key “First key”' });
    const key = (await dialog.locator('pre').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have stored the key' }).click();
    await page.getByRole('row').filter({ hasText: 'First key' }).getByText('Active').waitFor();
    const reads = () => fetch(`${service.base}/v1/organization`, { headers: { 'x-api-key': key } });
    expect(await (await reads()).json()).toMatchObject({ name: 'Blue Harbor', retention_days: null });

    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('Name').fill('Green Harbor');
    await page.getByLabel('Days that runs are kept').fill('0');
    await page.getByText('Write a whole number').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Days that runs are kept').fill('30');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Green Harbor' }).waitFor();
    await page.getByText('30 days').waitFor();
    expect(await (await reads()).json()).toMatchObject({ name: 'Green Harbor', retention_days: 30 });
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'organization');

    await page.getByRole('link', { name: 'All organizations' }).click();
    await page.getByRole('row').filter({ hasText: 'Green Harbor' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'organizations');
    await page.getByRole('link', { name: 'Open Green Harbor' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Green Harbor' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const confirm = page.getByRole('button', { name: 'Delete the organization' });
    expect(await confirm.isDisabled()).toBe(true);
    const name = page.getByLabel('Type “Green Harbor” to confirm');
    await name.fill('Green');
    expect(await confirm.isDisabled()).toBe(true);
    await name.fill('Green Harbor');
    await confirm.click();
    await page.getByRole('table', { name: 'Organizations' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Green Harbor', exact: true }).count()).toBe(0);
    expect((await reads()).status).toBe(403);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('ends the reads of an organization that it deletes', async () => {
    await service.client.organizations.create({ name: 'Brief Harbor' });
    const page = await service.open('/organizations');
    const errors = watchErrors(page);
    const [asked, deleted, read] = [signal(), signal(), signal()];
    await page.route('**/v1/organizations/*', async (route) => {
      if (route.request().method() === 'DELETE') {
        deleted.resolve();
        await read.promise;
      }
      await route.continue();
    });
    await page.route('**/v1/organizations/*/api_keys*', async (route) => {
      asked.resolve();
      await deleted.promise;
      // The page may have ended it.
      await route.fulfill({ status: 404, json: { detail: 'Organization not found' } }).catch(() => undefined);
      read.resolve();
    });
    await page.getByRole('link', { name: 'Open Brief Harbor' }).click();
    await asked.promise;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByLabel('Type “Brief Harbor” to confirm').fill('Brief Harbor');
    await page.getByRole('button', { name: 'Delete the organization' }).click();
    await page.getByRole('table', { name: 'Organizations' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Brief Harbor', exact: true }).count()).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('deletes not the organization that one is signed in to, and says why', async () => {
    const page = await service.open('/organizations');
    const row = page.getByRole('row').filter({ hasText: 'default' });
    await row.getByText('For ever, unless the service has a limit').waitFor();
    await row.getByRole('link', { name: 'default', exact: true }).click();
    await page.getByRole('heading', { name: 'default' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    const entry = page.getByRole('menuitem', { name: 'Delete: not possible for your own organization' });
    await entry.waitFor();
    expect(await entry.getAttribute('aria-disabled')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'organization-own');
    await page.context().close();
  });

  it('shows the own organization to those who cannot manage organizations', async () => {
    const { organization_id: id } = await service.client.organizations.create({ name: 'Guests' });
    const { api_key: key } = await service.client.organizations.apiKeys(id).create({ name: 'Guest' });
    const page = await service.open('/organizations', { key });
    await page.getByRole('region', { name: 'Your organization' }).getByText('Guests').waitFor();
    await page.getByText('This key cannot manage organizations.').waitFor();
    expect(await page.getByRole('button', { name: 'Create an organization' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'organizations-guest');
    await page.context().close();
  });
});
