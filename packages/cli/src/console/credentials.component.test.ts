import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  consoleOfTests,
  inDocument,
  openEmptyList,
  takeShots,
  violations,
  watchErrors,
} from './console.test-helpers.ts';

/** All that a page keeps where scripts, extensions or people could read it, with the values of its fields. */
const keptBy = async (page: Page): Promise<string> =>
  [
    page.url(),
    await page.content(),
    JSON.stringify(
      await page.evaluate(
        '({ local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie, state: history.state,' +
          ' fields: [...document.querySelectorAll("input, textarea")].map(({ value }) => value) })',
      ),
    ),
  ].join('\n');

/** The objects and texts that the scripts of a page hold, after a collection of garbage. */
const heapOf = async (page: Page): Promise<string> => {
  const debug = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await debug.send('HeapProfiler.collectGarbage');
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await debug.detach();
  return chunks.join('');
};

describe('the page of credentials', () => {
  const service = consoleOfTests();

  it('creates each type by keyboard and pointer, and keeps no secret after it was saved', async () => {
    const { page, errors, dialog } = await openEmptyList(service, '/credentials', 'No credentials yet');

    // By keyboard alone: the dialog begins at its first field, and Enter sends it.
    await page.getByRole('button', { name: 'New credential' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Shop');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@shop.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('pass-of-ada-77');
    await dialog.getByLabel('One-time codes').selectOption('authenticator');
    await dialog.getByLabel('Authenticator secret', { exact: true }).fill('JBSWY3DPEHPK3PXP');
    expect(await keptBy(page)).toContain('pass-of-ada-77');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'credentials-form');
    await dialog.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The credential was created.').waitFor();
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await row('ada@shop.example').getByText('Authenticator secret').waitFor();

    await page.getByRole('button', { name: 'New credential' }).click();
    await dialog.getByLabel('Type').selectOption('credit_card');
    await dialog.getByLabel('Name', { exact: true }).fill('Company card');
    await dialog.getByLabel('Card number', { exact: true }).fill('4111111000091234');
    await dialog.getByLabel('Security code', { exact: true }).fill('x9y8');
    await dialog.getByLabel('Month of expiry').fill('07');
    await dialog.getByLabel('Year of expiry').fill('2031');
    await dialog.getByLabel('Brand').fill('Visa');
    await dialog.getByLabel('Name on the card').fill('ADA LOVELACE');
    await takeShots(page, 'credentials-card');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await row('Company card').getByText('Visa ending in 1234').waitFor();

    await page.getByRole('button', { name: 'New credential' }).click();
    await dialog.getByLabel('Type').selectOption('secret');
    await dialog.getByLabel('Name', { exact: true }).fill('Invoice API');
    const secret = dialog.getByLabel('Secret', { exact: true });
    await secret.fill('token-of-invoices-55');
    expect(await secret.getAttribute('type')).toBe('password');
    await dialog.getByRole('button', { name: 'Show secret' }).click();
    expect(await secret.getAttribute('type')).toBe('text');
    await dialog.getByLabel('Allowed hosts').fill('invoices.example');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await row('Invoice API').getByText('invoices.example').waitFor();
    expect(await page.getByRole('row').count()).toBe(4);

    const kept = await keptBy(page);
    for (const text of [
      'pass-of-ada-77',
      'JBSWY3DPEHPK3PXP',
      '4111 1111',
      'x9y8',
      'LOVELACE',
      'token-of-invoices-55',
    ])
      expect(kept, text).not.toContain(text);
    if (!inDocument) {
      const heap = await heapOf(page);
      expect(heap).toContain('ada@shop.example');
      for (const text of ['pass-of-ada-77', 'JBSWY3DPEHPK3PXP', 'ADA LOVELACE', 'token-of-invoices-55'])
        expect(heap.includes(text), text).toBe(false);
    }
    const stored = await service.client.credentials.list();
    expect(stored.map(({ name, credential_type: type }) => [name, type])).toEqual([
      ['Invoice API', 'secret'],
      ['Company card', 'credit_card'],
      ['Shop', 'password'],
    ]);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'credentials');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('finds by name and type, replaces a credential under its id, and deletes it after a question', async () => {
    const created = await service.client.credentials.create({
      name: 'Old login',
      credential_type: 'password',
      credential: { username: 'grace', password: 'first-password' },
    });
    const page = await service.open('/credentials');
    const dialog = page.getByRole('dialog');
    const row = page.getByRole('row').filter({ hasText: 'Old login' });
    await row.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('no such name');
    await page.getByText('No credential matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByLabel('Search credentials').fill('old');
    await page.getByLabel('Type', { exact: true }).selectOption('password');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.reload();
    await row.waitFor();
    expect(await page.getByRole('row').count()).toBe(2);

    await row.getByRole('button', { name: 'Write Old login anew' }).click();
    expect(await dialog.getByLabel('User name').inputValue()).toBe('grace');
    expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await dialog.getByLabel('User name').fill('grace.hopper');
    await dialog.getByLabel('Password', { exact: true }).fill('second-password');
    await dialog.getByLabel('One-time codes').selectOption('email');
    await dialog.getByLabel('Mail address').fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await row.getByText('grace.hopper').waitFor();
    expect(await service.client.credentials.get(created.credential_id)).toMatchObject({
      credential: { username: 'grace.hopper', totp_type: 'email', totp_identifier: 'grace@example.com' },
    });
    expect(await keptBy(page)).not.toContain('second-password');

    await row.getByRole('button', { name: 'Delete Old login' }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Delete Old login' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No credential matches').waitFor();
    await page.context().close();
  });

  it('tells in the dialog what the service did not accept, and keeps what was typed', async () => {
    const page = await service.open('/credentials');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New credential' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Bad secret');
    await dialog.getByLabel('User name').fill('ada');
    await dialog.getByLabel('Password', { exact: true }).fill('typed-before');
    await dialog.getByLabel('One-time codes').selectOption('authenticator');
    await dialog.getByLabel('Authenticator secret', { exact: true }).fill('not base32!');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('The service did not accept the values.').waitFor();
    expect(
      await dialog.getByLabel('Authenticator secret', { exact: true }).getAttribute('aria-invalid'),
    ).toBe('true');
    expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).toBe('typed-before');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'credentials-refused');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await keptBy(page)).not.toContain('typed-before');
    await page.context().close();
  });

  it('tells why a list cannot be read, and reads it again on request', async () => {
    const page = await service.open('/credentials', { signedIn: false });
    await page.route('**/v1/credentials?*', (route) =>
      route.fulfill({
        status: 500,
        json: { detail: 'The store is closed' },
        headers: { 'x-request-id': 'req_77' },
      }),
    );
    await page.getByLabel('API key').fill(service.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The service failed.').waitFor();
    await alert.getByText('The store is closed').waitFor();
    await alert.getByText('Look up the request req_77 in the log').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'credentials-failed');
    await page.unroute('**/v1/credentials?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row').filter({ hasText: 'Company card' }).waitFor();
    expect(await alert.count()).toBe(0);
    await page.context().close();
  });

  it('pushes one-time codes, and lists them without the codes', async () => {
    const page = await service.open('/credentials?tab=codes');
    const errors = watchErrors(page);
    const dialog = page.getByRole('dialog');
    await page.getByText('No one-time codes').waitFor();
    await page.getByRole('button', { name: 'Push a code' }).click();
    await dialog.getByLabel('Sent to').fill('ada@shop.example');
    await dialog.getByLabel('Code or message', { exact: true }).fill('Your code is 739251.');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'credentials-push');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'ada@shop.example' }).getByText('Code').waitFor();
    expect(await keptBy(page)).not.toContain('739251');
    if (!inDocument) expect((await heapOf(page)).includes('Your code is 739251.')).toBe(false);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'credentials-codes');
    await page.getByLabel('Find codes sent to').fill('nobody@shop.example');
    await page.getByText('No code was sent to this address').waitFor();
    await page.getByRole('button', { name: 'Show all codes' }).click();
    await page.getByRole('row').filter({ hasText: 'ada@shop.example' }).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
