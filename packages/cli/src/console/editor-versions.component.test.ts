import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { button, node, openWorkflow, yamlOf } from './editor.test-helpers.ts';

describe('the versions of a workflow in the editor', () => {
  const service = consoleOfTests();

  it('compares versions, restores an old one as a new one, and tells when somebody else has saved', async () => {
    const waits = (seconds: number) =>
      `title: Versions\nworkflow_definition:\n  blocks:\n    - label: rest\n      block_type: wait\n      wait_sec: ${seconds}\n`;
    const { page, id } = await openWorkflow(service, waits(1));
    const errors = watchErrors(page);
    await node(page, 'rest').click();
    await page.getByLabel('Wait (seconds) (required)').fill('2');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as version 2.').waitFor();
    await button(page, 'Versions').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('wait_sec: 1').waitFor();
    await dialog.getByText('wait_sec: 2').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-versions');
    await dialog.getByRole('button', { name: 'Restore version 1 as a new version' }).click();
    await page.getByText('Version 3', { exact: true }).waitFor();
    expect(await yamlOf(page)).toContain('wait_sec: 1');

    await service.client.workflows.update(id, { yaml_definition: waits(50) });
    await node(page, 'rest').click();
    await page.getByLabel('Wait (seconds) (required)').fill('9');
    await button(page, 'Save').click();
    await dialog.getByText('Somebody else has saved this workflow').waitFor();
    await dialog.getByText('wait_sec: 50').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-conflict');
    await dialog.getByRole('button', { name: 'Save mine as version 5' }).click();
    await page.getByText('Version 5', { exact: true }).waitFor();
    const latest = await service.client.workflows.get(id);
    expect(latest.workflow_definition.blocks[0]).toMatchObject({ wait_sec: 9 });

    // Changes that are not saved are not lost by a click.
    await page.getByLabel('Wait (seconds) (required)').fill('10');
    await page.getByRole('link', { name: 'Workflows' }).click();
    await dialog.getByText('Your changes are not saved.').waitFor();
    await dialog.getByRole('button', { name: 'Go back' }).click();
    expect(await yamlOf(page)).toContain('wait_sec: 10');
    await page.getByRole('link', { name: 'Workflows' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Workflows' }).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
