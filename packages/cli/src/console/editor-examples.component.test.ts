import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workflow } from '@runwright/client';
import { describe, expect, it } from 'vitest';
import { consoleOfTests } from './console.test-helpers.ts';
import { button, tab, textbox } from './editor.test-helpers.ts';

/** A version without what differs between equal ones. */
function meaningOf(workflow: Workflow): object {
  return JSON.parse(
    JSON.stringify(workflow, (name, value: unknown) =>
      ['workflow_id', 'version', 'created_at', 'modified_at', 'warnings'].includes(name) ||
      /_parameter_id$/.test(name)
        ? undefined
        : value,
    ),
  ) as object;
}

describe('the editor with the examples', () => {
  const service = consoleOfTests();

  it('opens every example, and saves it without a change of its meaning', async () => {
    const folder = join(import.meta.dirname, '../../../../examples/recipes');
    const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(8);
    const page = await service.open('/workflows');
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8');
      const { workflow_permanent_id: id } = await service.client.workflows.create({ yaml_definition: text });
      const before = await service.client.workflows.get(id);
      await page.goto(`${service.base}/console/workflows/${id}`);
      await page.getByText('Version 1', { exact: true }).waitFor();
      // A change and its opposite leave a text that can be saved.
      await tab(page, 'Workflow').click();
      await textbox(page, 'Title').fill('Another');
      await textbox(page, 'Title').fill(before.title);
      await textbox(page, 'Description').fill('Saved in the editor');
      await button(page, 'Save').click();
      await page.getByText('Version 2', { exact: true }).waitFor();
      const after = await service.client.workflows.get(id);
      expect(meaningOf(after)).toEqual({ ...meaningOf(before), description: 'Saved in the editor' });
    }
    await page.context().close();
  });
});
