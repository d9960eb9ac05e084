import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';

describe('the console', () => {
  const service = consoleOfTests();

  it('signs in with a key, which is gone after a reload unless one asks to stay signed in, and changes its colours', async () => {
    const page = await service.open('/runs', { signedIn: false });
    const errors = watchErrors(page);
    await page.getByLabel('API key').fill('rw_a_key_that_nobody_has');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The service does not know this key').waitFor();
    await takeShots(page, 'sign-in');
    const signIn = async (keep: boolean): Promise<void> => {
      await page.getByLabel('API key').fill(service.key);
      await page.getByLabel('Stay signed in in this tab').setChecked(keep);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    };
    await signIn(false);
    await page.reload();
    await signIn(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const before = await background();
    await page.getByRole('button', { name: /^Theme: / }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
    expect(await background()).not.toBe(before);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('[sessionStorage.length, document.cookie]')).toEqual([0, '']);
    // The refused key is an error of the network to the browser, and nothing else is one.
    expect(errors.filter((text) => !text.includes('status of 403'))).toEqual([]);
    await page.context().close();
  });

  it('shows a refused key without violations', { tags: ['extended'] }, async () => {
    const page = await service.open('/runs', { signedIn: false });
    await page.getByLabel('API key').fill('rw_a_key_that_nobody_has');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The service does not know this key').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});
