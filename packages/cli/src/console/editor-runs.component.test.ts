import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations } from './console.test-helpers.ts';
import { button, node, openWorkflow } from './editor.test-helpers.ts';

describe('the runs that the editor starts', () => {
  const service = consoleOfTests();

  it('tries one block with the outputs of earlier ones, for real', async () => {
    const { page, id } = await openWorkflow(
      service,
      `title: Sum
workflow_definition:
  parameters:
    - { key: factor, parameter_type: workflow, workflow_parameter_type: integer }
  blocks:
    - { label: count, block_type: code, code: "fail('never', 'executed')" }
    - label: multiply
      block_type: code
      parameter_keys: [factor]
      code: return outputs.count.value * factor
`,
    );
    await node(page, 'multiply').click();
    await button(page, 'Try this block').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This really acts.').waitFor();
    await dialog.getByLabel('factor').fill('6');
    expect(await dialog.getByLabel('Begin with').inputValue()).toBe('none');
    await dialog.getByLabel('Outputs of earlier blocks').fill('{"count": {"value": 7}}');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-try');
    await dialog.getByRole('button', { name: 'Run this block' }).click();
    await dialog.getByText('Completed', { exact: true }).waitFor();
    expect(await dialog.getByLabel('Output of multiply').locator('pre').textContent()).toBe('42');
    const [run] = await service.client.workflows.runs(id);
    expect(run?.title).toBe('Sum: only multiply');
    await page.context().close();
  });

  it('tries a block on the page that the block before it opens, unless one chooses otherwise', async () => {
    const { page, id } = await openWorkflow(
      service,
      `title: Reads
workflow_definition:
  blocks:
    - { label: open, block_type: goto_url, url: "${service.demo.site.url}/catalog" }
    - { label: rest, block_type: wait, wait_sec: 1 }
    - { label: read, block_type: extraction, data_extraction_goal: Every product of the catalog. }
`,
    );
    await node(page, 'read').click();
    await button(page, 'Try this block').click();
    const dialog = page.getByRole('dialog');
    const begin = dialog.getByLabel('Begin with');
    expect(await begin.inputValue()).toBe('open');
    expect(await begin.getByRole('option').allTextContents()).toEqual([
      'Only this block, on an empty page',
      `open, which opens ${service.demo.site.url}/catalog`,
      'All blocks before it: open, rest',
    ]);
    await dialog.getByText('open and read are executed as in a run').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-try-begin');
    await begin.selectOption('none');
    await dialog.getByText('on an empty page it fails').waitFor();
    await dialog.getByRole('button', { name: 'Run this block' }).waitFor();
    await begin.selectOption('open');
    await dialog.getByRole('button', { name: 'Run these 2 blocks' }).click();
    await dialog.getByText('Completed', { exact: true }).waitFor();
    expect(await dialog.getByLabel('Output of read').textContent()).toContain('products');
    const [run] = await service.client.workflows.runs(id);
    expect(run?.title).toBe('Reads: up to read');
    const { run_request: request } = await service.client.runs.get(run?.run_id ?? '');
    expect(request).toMatchObject({ block_labels: ['open', 'read'] });
    await page.context().close();
  });

  it('watches and cancels a run from the dialog that started it', async () => {
    const { page, id } = await openWorkflow(
      service,
      `title: Long
workflow_definition:
  blocks:
    - { label: open, block_type: goto_url, url: "${service.demo.site.url}/catalog" }
    - { label: rest, block_type: wait, wait_sec: 1800 }
`,
    );
    await button(page, 'Run').click();
    const dialog = page.getByRole('dialog', { name: 'Run Long' });
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    const cancel = dialog.getByRole('button', { name: 'Cancel run' });
    await cancel.waitFor();
    const [run] = await service.client.workflows.runs(id);
    const watch = dialog.getByRole('link', { name: 'Watch live' });
    await watch.waitFor();
    expect(await watch.getAttribute('href')).toMatch(new RegExp(`/live/run/${run?.run_id}$`));
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-running');
    await cancel.click();
    const question = page.getByRole('dialog', { name: 'Cancel this run?' });
    await question.getByRole('button', { name: 'Cancel the run' }).click();
    await dialog.getByText('Canceled', { exact: true }).waitFor();
    expect(await cancel.count()).toBe(0);
    expect(await watch.count()).toBe(0);
    await page.context().close();
  });

  it('says that a page was not found, and why a run failed, where the run was started', async () => {
    const opens = (url: string) => `title: Opens
workflow_definition:
  blocks:
    - { label: open, block_type: goto_url, url: "${url}" }
`;
    const missing = await openWorkflow(service, opens(`${service.demo.site.url}/nothing`));
    await button(missing.page, 'Run').click();
    const dialog = missing.page.getByRole('dialog', { name: 'Run Opens' });
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByText('the server answered with 404 Not found').waitFor();
    expect(await violations(missing.page)).toEqual([]);
    await takeShots(missing.page, 'editor-run-not-found');
    await dialog.getByRole('link', { name: 'Show the action' }).click();
    await missing.page
      .getByRole('region', { name: 'Details' })
      .getByText('The server answered 404 Not found.', { exact: true })
      .waitFor();
    await missing.page.context().close();

    const { page } = await openWorkflow(service, opens('http://10.1.2.3:9999/'));
    await button(page, 'Run').click();
    const refused = page.getByRole('dialog', { name: 'Run Opens' });
    await refused.getByRole('button', { name: 'Run', exact: true }).click();
    // In one element with the rest of the sentence, so that the notice places them in its lines.
    await refused.locator('.notice > span > code', { hasText: 'RUNWRIGHT_ALLOWED_HOSTS' }).waitFor();
    await takeShots(page, 'editor-run-failed');
    await page.context().close();
  });

  it('offers no live view of a run that has no browser', async () => {
    const { page, id } = await openWorkflow(
      service,
      'title: No page\nworkflow_definition:\n  blocks:\n    - { label: rest, block_type: wait, wait_sec: 1800 }\n',
    );
    await button(page, 'Run').click();
    const dialog = page.getByRole('dialog', { name: 'Run No page' });
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByText('Running', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel run' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Watch live' }).count()).toBe(0);
    const [run] = await service.client.workflows.runs(id);
    await service.client.runs.cancel(run?.run_id ?? '');
    await page.context().close();
  });
});
