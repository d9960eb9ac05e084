import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { consoleOfTests, inDocument, openEmptyList, takeShots, violations } from './console.test-helpers.ts';

const program = `// Adds the amounts of an order.
const total = [12, 30].reduce((all, one) => all + one, 0);
return { total, currency: 'EUR' };
`;

describe('the pages of scripts', () => {
  const service = consoleOfTests();

  it('creates a script, shows its source in colours, and deploys a version with changed and added files', async () => {
    await service.client.workflows.create({
      json_definition: {
        title: 'Orders by hand',
        workflow_definition: {
          parameters: [],
          blocks: [{ block_type: 'code', label: 'sum', code: 'return 1' }],
        },
      } as never,
    });
    const { page, errors, dialog } = await openEmptyList(service, '/scripts', 'No scripts yet');

    await page.getByRole('button', { name: 'New script' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('option', { name: 'Orders by hand' }).waitFor({ state: 'attached' });
    await page.keyboard.type('Orders');
    await page.keyboard.press('Tab');
    await page.keyboard.type('/absolute.js');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(program);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'scripts-form');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('The service did not accept the values.').waitFor();
    await dialog.getByLabel('Path of the first file').fill('blocks/sum.js');
    await dialog.getByRole('button', { name: 'Create' }).click();

    const source = page.getByRole('textbox', { name: 'blocks/sum.js' });
    await source.getByText('// Adds the amounts of an order.').waitFor();
    const colourOf = (text: string) =>
      source
        .getByText(text, { exact: true })
        .first()
        .evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).color);
    if (!inDocument) expect(await colourOf('const')).not.toBe(await colourOf("'EUR'"));
    await source.click();
    await page.keyboard.type('x');
    expect(await source.textContent()).not.toContain('x//');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'script');

    await page.getByRole('button', { name: 'Edit version 1' }).click();
    await source.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('// Second version.\n');
    await page.getByRole('button', { name: 'Add a file' }).click();
    await dialog.getByLabel('Path').fill('blocks/sum.js');
    await page.keyboard.press('Enter');
    await dialog.getByText('Another file has this path.').waitFor();
    await dialog.getByLabel('Path').fill('rates.json');
    await page.keyboard.press('Enter');
    const added = page.getByRole('textbox', { name: 'rates.json' });
    await added.focus();
    await page.keyboard.insertText('{"USD": 1.1}');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'script-edit');

    // Leaving asks first, and what was typed stays.
    await page.getByRole('link', { name: 'All scripts' }).click();
    await dialog.getByText('The changes were not deployed.').waitFor();
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('tab', { name: 'blocks/sum.js' }).click();
    await source.getByText('// Second version.').waitFor();
    await page.getByRole('button', { name: 'Deploy as a new version' }).click();
    await page.getByText('Version 2 was deployed.').waitFor();
    const versions = page.getByRole('navigation', { name: 'Versions' });
    await versions.getByText('Deployed').waitFor();
    await page.getByRole('tab', { name: 'rates.json' }).waitFor();
    await versions.getByRole('link', { name: /Version 1/ }).click();
    await page.getByRole('region', { name: 'Files of version 1' }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(1);

    const [script] = await service.client.scripts.list();
    const files = await service.client.scripts.files(script?.script_id ?? '');
    expect(files.map(({ path, content }) => [path, atob(content)])).toEqual([
      ['blocks/sum.js', `// Second version.\n${program}`],
      ['rates.json', '{"USD": 1.1}'],
    ]);
    expect(errors.filter((text) => !text.includes('status of 422'))).toEqual([]);
    await page.context().close();
  });

  it.skipIf(inDocument)('counts how often a script was learned from runs and healed by them', async () => {
    const text = await readFile(service.demo.workflowFile, 'utf8');
    const workflow = await service.client.workflows.create({
      yaml_definition: `${text}\nrun_with: code\nai_fallback: true\n`,
    });
    const run = async (): Promise<void> => {
      const handle = await service.client.runs.start({
        workflow_id: workflow.workflow_permanent_id,
        parameters: { site: service.demo.site.url } as never,
      });
      expect((await handle.finished()).status).toBe('completed');
    };
    await run();
    const scripts = () => service.client.scripts.list({ workflow_id: workflow.workflow_permanent_id });
    await expect.poll(async () => (await scripts()).length).toBe(1);
    const [learned] = await scripts();
    const id = learned?.script_id ?? '';
    const files = await service.client.scripts.files(id);
    expect(files.map(({ path }) => path)).toContain('blocks/sign_in.js');
    // One program fails, so that the agent takes over; another is missing, and is learned anew.
    await service.client.scripts.deploy(id, {
      files: files
        .filter(({ path }) => !path.includes('filter'))
        .map(({ path, content }) => ({
          path,
          content: path === 'blocks/sign_in.js' ? btoa('throw new Error("old site")') : content,
        })),
    });
    await run();
    await expect.poll(async () => (await service.client.scripts.get(id)).version).toBe(3);

    const page = await service.open(`/scripts?workflow=${workflow.workflow_permanent_id}`);
    const row = page.getByRole('row').filter({ hasText: id });
    await row.waitFor();
    const healed = row.getByRole('cell').nth(3);
    await expect.poll(() => healed.textContent()).toBe('1');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'scripts');
    await row.getByRole('link').click();
    const versions = page.getByRole('navigation', { name: 'Versions' });
    await versions.getByText('Healed').waitFor();
    expect(await versions.getByRole('listitem').count()).toBe(3);
    await page.getByRole('tab').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'script-healed');
    await page.context().close();
  });
});
