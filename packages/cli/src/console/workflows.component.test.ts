import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';

const waits = (title: string) =>
  `title: ${title}\nworkflow_definition:\n  blocks:\n    - { label: rest, block_type: wait, wait_sec: 1 }\n`;

describe('the list of workflows', () => {
  const service = consoleOfTests();

  it('imports, finds, moves and deletes workflows, and tells what to do where there are none', async () => {
    const page = await service.open('/workflows', { acceptDownloads: true });
    const errors = watchErrors(page);
    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    const dialog = page.getByRole('dialog');
    const chooseAction = async (title: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${title}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await page.getByText('No workflows yet').waitFor();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Import' }).click();
    await dialog.getByLabel('File').setInputFiles({
      name: 'rest.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(waits('Rests').replace('label: rest', 'label: rest-now')),
    });
    await expect.poll(() => dialog.getByLabel('Or its text').inputValue()).toContain('rest-now');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await row('Rests').getByText('Published').waitFor();
    for (const title of ['Orders', 'Invoices'])
      await service.client.workflows.create({ yaml_definition: waits(title) });

    await page.getByRole('button', { name: 'Create a folder' }).click();
    await dialog.getByLabel('Title').fill('Quiet ones');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('No workflow matches').waitFor();
    await page.getByLabel('Folder', { exact: true }).selectOption('');
    await row('Orders').waitFor();
    await chooseAction('Rests', 'Move to a folder');
    await dialog.getByLabel('Folder').selectOption({ label: 'Quiet ones' });
    await dialog.getByRole('button', { name: 'Move' }).click();
    await row('Rests').getByRole('cell', { name: 'Quiet ones' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'workflows');
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Quiet ones (1)' });
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByLabel('Folder', { exact: true }).selectOption('');

    await page.keyboard.press('/');
    await page.keyboard.type('invoi');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    const saved = page.waitForEvent('download');
    await chooseAction('Invoices', 'Save as YAML file');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('Invoices.yaml');
    expect(await readFile(await file.path(), 'utf8')).toContain('wait_sec: 1');
    await chooseAction('Invoices', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No workflow matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await row('Orders').waitFor();

    await row('Orders').getByRole('link').click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.goBack();
    await chooseAction('Orders', 'Show its runs');
    await page.getByText('No run matches').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
