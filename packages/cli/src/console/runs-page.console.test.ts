import { describe, expect, it } from 'vitest';
import { consoleOfTests, startRun, takeShots, violations, watchErrors } from './console.test-helpers.ts';

const code = (text: string) => [{ block_type: 'code', label: 'program', code: text }];

describe('the console', () => {
  const service = consoleOfTests();

  it('signs in with a key, which is gone after a reload unless one asks to stay signed in', async () => {
    const page = await service.open('/runs', { signedIn: false });
    const errors = watchErrors(page);
    await page.getByLabel('API key').fill('rw_a_key_that_nobody_has');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The service does not know this key').waitFor();
    expect(await violations(page)).toEqual([]);
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
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('[sessionStorage.length, document.cookie]')).toEqual([0, '']);
    // The refused key is an error of the network to the browser, and nothing else is one.
    expect(errors.filter((text) => !text.includes('status of 403'))).toEqual([]);
    await page.context().close();
  });

  it('lists runs as they happen, finds them by text and status, and tells what to do where there are none', async () => {
    const page = await service.open('/');
    const errors = watchErrors(page);
    await page.getByText('No runs yet').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/runs');
    await startRun(service, code('return 6 * 7'), { title: 'Counts to forty-two' });
    const row = page.getByRole('row').filter({ hasText: 'Counts to forty-two' });
    await row.getByText('Completed').waitFor();
    await startRun(service, code('throw new Error("no")'), { title: 'Gives up' });
    await page
      .getByRole('row')
      .filter({ hasText: 'Gives up' })
      .getByText('Failed', { exact: true })
      .waitFor();
    await page.getByRole('row').filter({ hasText: 'The program threw Error (line 1): no' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'runs');

    await page.keyboard.press('/');
    await page.keyboard.type('no such run');
    await page.getByText('No run matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Gives up' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('offers the sections that have a page, a link to the content, and light and dark colours', async () => {
    const page = await service.open('/runs');
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    for (const link of await links.all()) {
      await link.click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const before = await background();
    await page.getByRole('button', { name: /^Theme: / }).click();
    await page.getByRole('menuitemcheckbox', { name: 'System', checked: true }).waitFor();
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
    expect(await background()).not.toBe(before);
    await page.goto(`${service.base}/console/no/such/page`);
    await page.getByText('No such page').waitFor();
    await page.context().close();
  });

  it('renders only the rows on the screen of a list of hundreds of runs', async () => {
    const workflow = await service.client.workflows.create({
      json_definition: {
        title: 'Many',
        workflow_definition: { parameters: [], blocks: code('return 1') },
      } as never,
    });
    for (let started = 0; started < 160; started += 20)
      await Promise.all(
        Array.from({ length: 20 }, () =>
          service.client.runs.start({ workflow_id: workflow.workflow_permanent_id }),
        ),
      );
    const page = await service.open(`/runs?workflow=${workflow.workflow_permanent_id}`);
    const table = page.getByRole('table', { name: 'Runs' });
    await table.waitFor();
    const total = async () => Number(await table.getAttribute('aria-rowcount')) - 1;
    await expect
      .poll(async () => {
        await page.getByRole('region', { name: 'Runs' }).evaluate((frame) => frame.scrollTo(0, 1e6));
        return total();
      })
      .toBe(160);
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.context().close();
  });
});
