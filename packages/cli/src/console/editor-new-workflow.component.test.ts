import { describe, expect, it } from 'vitest';
import { consoleOfTests, inDocument, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { button, node, tab, textbox, writeYaml, yamlOf } from './editor.test-helpers.ts';

const products = {
  type: 'object',
  properties: {
    products: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
};

describe('the editor of workflows', () => {
  const service = consoleOfTests();

  it('makes a workflow of two blocks from the palette and forms alone, and runs it on the demo site', async () => {
    const page = await service.open('/workflows');
    const errors = watchErrors(page);
    await page.getByRole('link', { name: 'New workflow' }).click();
    await page.getByRole('heading', { name: 'New workflow' }).waitFor();
    await page.getByRole('button', { name: /^Goto URL/ }).click();
    await page.getByLabel('URL (required)').fill(`${service.demo.site.url}/catalog`);
    expect(await yamlOf(page)).toContain('block_type: goto_url');
    await tab(page, 'Add').click();
    await page.getByRole('button', { name: /^Extraction/ }).click();
    await textbox(page, 'Label').fill('read');
    await textbox(page, 'Label').press('Enter');
    await node(page, 'read').waitFor();
    await page.getByLabel('What to extract (required)').fill('Every product of the catalog.');
    await textbox(page, 'Form of the data').fill(JSON.stringify(products));
    expect(await yamlOf(page)).toContain('label: read');
    expect(await yamlOf(page)).toContain('        name:\n');
    await tab(page, 'Workflow').click();
    await textbox(page, 'Title of the workflow').fill('Products');
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    expect(await textbox(page, 'Title').inputValue()).toBe('Products');
    await writeYaml(page, `# Made here.\n${await yamlOf(page)}`);
    await page.getByText('No problems').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-new');
    await button(page, 'Save').click();
    await page.getByText('Saved as version 1.').waitFor();
    await page.waitForURL(/\/workflows\/wpid_/);
    await page.getByText('Version 1', { exact: true }).waitFor();
    expect(await yamlOf(page)).toContain('# Made here.');
    // The page of the saved workflow shows what the one before has shown.
    expect(await tab(page, 'Workflow').getAttribute('aria-selected')).toBe('true');

    await button(page, 'Run').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This really acts.').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByText('Completed', { exact: true }).waitFor();
    await dialog.getByRole('table', { name: 'read.products' }).waitFor();
    expect(await dialog.getByLabel('Output of the run').textContent()).toContain('"products"');
    const link = dialog.getByRole('link', { name: 'Open its output' });
    expect(await link.getAttribute('href')).toMatch(/\/runs\/wr_\w+\?tab=output$/);
    expect(await violations(page)).toEqual([]);
    const [run] = await service.client.runs.list({ search_key: 'Products' });
    const { output } = await service.client.runs.get(run?.run_id ?? '');
    expect(output).toMatchObject({ read_output: { extracted_information: { products: expect.any(Array) } } });
    await takeShots(page, 'editor-run');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('puts a new workflow into the folder from which it was begun', async () => {
    const { folder_id: folder } = await service.client.folders.create({ title: 'Invoices' });
    const page = await service.open(`/workflows?folder=${folder}`);
    await page.getByRole('link', { name: 'New workflow' }).click();
    await page.getByRole('button', { name: /^Goto URL/ }).click();
    await page.getByLabel('URL (required)').fill(`${service.demo.site.url}/catalog`);
    await page.getByText('No problems').waitFor();
    await button(page, 'Save').click();
    await page.waitForURL(/\/workflows\/wpid_/);
    const inside = await service.client.workflows.list({ folder_id: folder });
    expect(inside.map(({ title }) => title)).toEqual(['New workflow']);
    await page.context().close();
  });

  it('names a missing value at its field, and saves and runs a new workflow with one button', async () => {
    const page = await service.open('/workflows/new', { viewport: { width: 1280, height: 800 } });
    const errors = watchErrors(page);
    await page.getByRole('button', { name: /^Goto URL/ }).click();
    const url = page.getByLabel('URL (required)');
    await page.locator('.field').filter({ has: url }).getByText('URL is required.').waitFor();
    if (!inDocument) {
      // Each tab is inside of its list, whose parts all are on the screen.
      const cost = await tab(page, 'Cost').boundingBox();
      const frame = await page.getByRole('tablist', { name: 'Parts of the workflow' }).boundingBox();
      expect((cost?.x ?? 0) + (cost?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
    }
    await tab(page, 'Problems (1)').click();
    await page.getByRole('list', { name: 'Problems' }).getByText('blocks.0.url').waitFor();
    await takeShots(page, 'editor-required');
    await tab(page, 'Block').click();
    await url.fill(`${service.demo.site.url}/catalog`);
    await page.getByText('No problems').waitFor();
    const { browser_session_id: session } = await service.client.browserSessions.create({});
    await button(page, 'Run').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The workflow is saved first').waitFor();
    await dialog.getByLabel('Browser (optional)').selectOption(session);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-save-and-run');
    await button(page, 'Save and run').click();
    await dialog.getByText('Completed', { exact: true }).waitFor();
    const [run] = await service.client.runs.list({ search_key: 'New workflow' });
    const { run_request: request } = await service.client.runs.get(run?.run_id ?? '');
    expect(request).toMatchObject({ browser_session_id: session });
    await button(page, 'Close').click();
    await page.waitForURL(/\/workflows\/wpid_/);
    await page.getByText('Version 1', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Goto URL' }).waitFor();
    expect(await url.inputValue()).toContain('/catalog');
    await service.client.browserSessions.close(session);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
