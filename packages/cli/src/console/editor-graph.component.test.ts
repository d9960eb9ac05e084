import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { button, node, openWorkflow, tab, yamlOf } from './editor.test-helpers.ts';

describe('the graph of the editor', () => {
  const service = consoleOfTests();

  it('draws branches and loops, and is operated by keyboard alone', async () => {
    const { page } = await openWorkflow(
      service,
      `title: Ways
workflow_definition:
  parameters:
    - { key: rows, parameter_type: workflow, workflow_parameter_type: json, default_value: [1, 2] }
  blocks:
    - label: which
      block_type: conditional
      branch_conditions:
        - criteria: { expression: "{{ rows | length > 1 }}" }
          next_block_label: each
        - is_default: true
          next_block_label: rest
    - label: each
      block_type: for_loop
      loop_over_parameter_key: rows
      loop_blocks:
        - { label: first, block_type: wait, wait_sec: 1 }
        - { label: second, block_type: navigation, navigation_goal: Go on., url: "https://a.test" }
    - { label: rest, block_type: wait, wait_sec: 1 }
`,
    );
    const errors = watchErrors(page);
    for (const label of ['which', 'each', 'first', 'second', 'rest'])
      await node(page, label).first().waitFor();
    await page.locator('.react-flow__edge').getByText('otherwise').waitFor();
    await page.getByText('No problems').waitFor();
    await page.getByText('At most 10,000 steps').click();
    await page.getByText('10 steps in each iteration').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-graph');

    // Select with Enter, remove with Delete, take back with Undo.
    await page.locator('.react-flow__node[data-id="rest"]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wait' }).waitFor();
    await page.keyboard.press('Delete');
    await expect.poll(() => node(page, 'rest').count()).toBe(0);
    expect(await yamlOf(page)).not.toContain('label: rest');
    await page.keyboard.press('Control+z');
    await node(page, 'rest').waitFor();

    // Edges too: what only follows from the order cannot be removed alone.
    const edge = page
      .locator('.react-flow__edge')
      .filter({ has: page.locator('title, text', { hasText: 'otherwise' }) });
    await edge.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await expect.poll(() => edge.count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => edge.count()).toBe(1);
    await page.locator('.react-flow__edge[data-id="first next second"]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await page.getByText('Cannot remove the edge from first').waitFor();
    await button(page, 'Close message').click();

    // The list offers the same without a graph.
    await tab(page, 'Graph').focus();
    await page.keyboard.press('ArrowRight');
    const blocks = page.getByRole('navigation', { name: 'Blocks' });
    await blocks.getByRole('button', { name: /^first/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wait' }).waitFor();
    await page.getByRole('button', { name: 'Move first down' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => /second[\s\S]*first/.test(await yamlOf(page))).toBe(true);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-list');

    // Tab leaves the code editor.
    await page.getByLabel('Workflow as YAML').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.closest('.workspace-yaml') === null")).toBe(true);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
