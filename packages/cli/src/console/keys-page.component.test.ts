import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';

describe('the page of the API keys', () => {
  const service = consoleOfTests();

  const isAccepted = async (key: string): Promise<boolean> =>
    (await fetch(`${service.base}/v1/runs`, { headers: { 'x-api-key': key } })).status === 200;

  it('creates a key that is shown once, by keyboard alone', async () => {
    const page = await service.open('/keys');
    const errors = watchErrors(page);
    await page.getByRole('row').filter({ hasText: 'test (this page)' }).waitFor();
    await page.getByRole('button', { name: 'Create a key' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Nightly export');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'keys-create');
    for (const key of ['Tab', 'Tab', 'Space', 'Enter']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: 'The key “Nightly export”' });
    const text = (await dialog.locator('pre').textContent()) ?? '';
    expect(await isAccepted(text)).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByText('Copied').waitFor();
    await takeShots(page, 'keys-created');
    await dialog.getByRole('button', { name: 'I have stored the key' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Nightly export' });
    // `run` was unticked.
    expect(await row.getByRole('cell').nth(3).textContent()).toBe('read');
    expect(await page.getByText(text).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'keys');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('rotates a key with an overlap, and revokes one after a confirmation', async () => {
    const { api_key: old, api_key_id: id } = await service.client.apiKeys.create({
      name: 'Robot',
      scopes: ['read', 'run'],
    });
    const page = await service.open('/keys');
    const actions = page.getByRole('button', { name: 'Actions for Robot' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByLabel('The old key goes on working').selectOption('86400');
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    const created = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
    await page.getByRole('button', { name: 'I have stored the key' }).click();
    expect([created === old, await isAccepted(old), await isAccepted(created)]).toEqual([false, true, true]);
    expect(
      (await service.client.apiKeys.list()).find((key) => key.api_key_id === id)?.expires_at,
    ).not.toBeNull();

    await actions.first().click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Go back' }).click();
    expect(await isAccepted(created)).toBe(true);
    await actions.first().click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByRole('row').filter({ hasText: 'Robot' }).getByText('Revoked').waitFor();
    expect(await isAccepted(created)).toBe(false);
    await page.context().close();
  });

  it('goes on with the new key when the key of the page is rotated, and signs out when it is revoked', async () => {
    const { api_key: own } = await service.client.apiKeys.create({
      name: 'Mine',
      scopes: ['read', 'run', 'admin'],
    });
    const page = await service.open('/keys', { key: own });
    await page.getByRole('button', { name: 'Actions for Mine' }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByLabel('The old key goes on working').selectOption('60');
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByRole('button', { name: 'I have stored the key' }).click();
    const [mine] = (await service.client.apiKeys.list()).filter(({ name }) => name === 'Mine');
    expect(Date.parse(mine?.expires_at ?? '') - Date.now()).toBeLessThan(60_000);
    const row = page.getByRole('row').filter({ hasText: 'Mine (this page)' });
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByText('you will be signed out').waitFor();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });

  it('says what a key without the scope for it needs', async () => {
    const { api_key: reader } = await service.client.apiKeys.create({ name: 'Reader', scopes: ['read'] });
    const page = await service.open('/keys', { key: reader });
    await page.getByRole('alert').getByText('This key may not do that.').waitFor();
    await page.getByRole('alert').getByText(/scope/).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'keys-refused');
    await page.context().close();
  });
});
