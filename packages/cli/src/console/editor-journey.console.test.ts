import { describe, expect, it } from 'vitest';
import { consoleOfTests, watchErrors } from './console.test-helpers.ts';
import { button, node, openWorkflow, tab, yamlOf } from './editor.test-helpers.ts';

describe('the editor in a browser', () => {
  const service = consoleOfTests();

  it('takes keys in its text and edges drawn with the mouse, and saves both', async () => {
    const { page, id } = await openWorkflow(
      service,
      `title: Draws
workflow_definition:
  blocks:
    - label: which
      block_type: conditional
      branch_conditions:
        - { criteria: { expression: "{{ 1 > 2 }}" }, next_block_label: first }
        - { is_default: true, next_block_label: first }
    - { label: first, block_type: wait, wait_sec: 1, next_block_label: last }
    - { label: last, block_type: wait, wait_sec: 1 }
`,
    );
    const errors = watchErrors(page);
    await node(page, 'last').waitFor();
    await page
      .locator('.react-flow__node[data-id="which"] [data-handleid="branch-1"]')
      .dragTo(page.locator('.react-flow__node[data-id="last"] .react-flow__handle.target'));
    await expect.poll(() => yamlOf(page)).toContain('next_block_label: last');

    const text = page.getByLabel('Workflow as YAML');
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('description: Typed "here"');
    await expect.poll(() => yamlOf(page)).toMatch(/description: Typed "here"\n?$/);
    await page.getByText('No problems').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as version 2.').waitFor();
    await text.focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.closest('.workspace-yaml') === null")).toBe(true);

    const saved = await service.client.workflows.get(id);
    expect(saved.description).toBe('Typed "here"');
    expect(JSON.stringify(saved.workflow_definition.blocks[0])).toContain('"next_block_label":"last"');
    await tab(page, 'List').click();
    await button(page, 'Run').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
