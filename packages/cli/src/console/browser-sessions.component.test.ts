import { describe, expect, it } from 'vitest';
import { consoleOfTests, inDocument, openEmptyList, takeShots, violations } from './console.test-helpers.ts';

describe('the page of browser sessions', () => {
  const service = consoleOfTests();

  it('opens a session with its options by keyboard, shows it as it is, and closes it into a profile', async () => {
    await service.client.browserProfiles.create({ name: 'Signed in at the shop' });
    const { page, errors, dialog } = await openEmptyList(
      service,
      '/browser-sessions',
      'No browser session is open',
    );

    await page.getByRole('button', { name: 'New session' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('option', { name: 'Signed in at the shop' }).waitFor({ state: 'attached' });
    await page.keyboard.type('30');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Signed');
    await dialog.getByLabel('Proxy location').selectOption({ label: 'Germany' });
    await dialog.getByLabel('Ad blocker').focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel(/address for debug clients/).check();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'browser-sessions-form');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'pbs_' });
    await row.getByText('Running').waitFor();
    const [session] = await service.client.browserSessions.list();
    expect(session).toMatchObject({
      timeout: 30,
      extensions: ['ad-blocker'],
      browser_profile_id: expect.stringMatching(/^bp_/),
      // The fake browser has none.
      browser_address: inDocument ? null : expect.stringMatching(/^ws/),
    });
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'browser-sessions');

    expect(await row.getByRole('button', { name: 'Details of' }).textContent()).toBe('Details');
    await row.getByRole('link', { name: 'Watch live' }).click();
    await page.getByRole('heading', { name: 'Live view of a browser session' }).waitFor();
    await page.getByRole('link', { name: 'All browser sessions' }).click();
    await row.getByRole('button', { name: 'Details of' }).click();
    await dialog
      .getByText(session?.browser_address ?? session?.browser_session_id ?? 'an id')
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'browser-sessions-details');
    await page.keyboard.press('Escape');

    // The name is taken: the session is closed, and the dialog stays for another name.
    await row.getByRole('button', { name: 'Close session pbs_' }).click();
    await dialog.getByLabel('Keep its cookies and storage').check();
    await dialog.getByLabel('Name of the profile').fill('Signed in at the shop');
    await takeShots(page, 'browser-sessions-close');
    await dialog.getByRole('button', { name: 'Close the session' }).click();
    await dialog.getByRole('alert').getByText('That is not possible now.').waitFor();
    await page.getByText('No browser session is open').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Name of the profile').fill('From the console');
    await dialog.getByRole('button', { name: 'Create the profile' }).click();
    await page.getByText('The session was closed, and its state is a browser profile.').waitFor();
    const profiles = await service.client.browserProfiles.list();
    expect(profiles.map(({ name }) => name)).toEqual(['From the console', 'Signed in at the shop']);
    expect(errors.filter((text) => !text.includes('status of 409'))).toEqual([]);
    await page.context().close();
  });

  it('lists a session that others open and close, without a reload', async () => {
    const page = await service.open('/browser-sessions');
    await page.getByText('No browser session is open').waitFor();
    const { browser_session_id: id } = await service.client.browserSessions.create();
    await page.getByRole('row').filter({ hasText: id }).getByText('Running').waitFor();
    await service.client.browserSessions.close(id);
    await page.getByText('No browser session is open').waitFor();
    await page.context().close();
  });
});
