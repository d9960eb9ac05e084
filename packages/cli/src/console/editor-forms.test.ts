import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { button, node, openWorkflow, tab, textbox, yamlOf } from './editor.test-helpers.ts';

describe('the forms of the editor', () => {
  // This host has a block type of its own.
  const service = consoleOfTests({
    RUNWRIGHT_CONFIG: join(import.meta.dirname, '../../../../examples/start/runwright.config.ts'),
  });

  it('makes forms for block types of the host, parameters and branches, and edges by dragging', async () => {
    const { page, id } = await openWorkflow(
      service,
      'title: Words\nworkflow_definition:\n  blocks:\n    - { label: rest, block_type: wait, wait_sec: 1 }\n',
    );
    const errors = watchErrors(page);
    await tab(page, 'Parameters').click();
    await button(page, 'Add a parameter').click();
    await textbox(page, 'Key').fill('words');
    await textbox(page, 'Key').press('Enter');
    await page.getByText('words', { exact: true }).waitFor();
    await textbox(page, 'Default value').fill('one two three');
    await expect.poll(() => yamlOf(page)).toContain('default_value: one two three');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-parameters');

    await tab(page, 'Add').click();
    await page.getByLabel('Find a block type').fill('count words');
    await page.getByRole('button', { name: /^Count words/ }).click();
    await page.getByLabel('Text (required)').fill('{{ words }}');
    await tab(page, 'Add').click();
    await page.getByLabel('Where').selectOption({ label: 'At the beginning' });
    await page.getByRole('button', { name: /^Conditional/ }).click();
    await node(page, 'conditional').waitFor();
    const first = page.getByRole('group', { name: 'Condition', exact: true }).first();
    await first.getByLabel('Expression (required)').fill('{{ words | length > 100 }}');
    // Without a block after the conditional each branch leads on by itself.
    const next = page.getByLabel('Next block', { exact: true });
    await next.last().selectOption('');
    await next.first().selectOption('rest');
    await expect.poll(() => yamlOf(page)).toContain('{{ words | length > 100 }}');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-branches');

    // The second branch is led to the block of the host with the mouse.
    await tab(page, 'Graph').click();
    const start = page.locator('.react-flow__node[data-id="conditional"] [data-handleid="branch-1"]');
    await start.dragTo(page.locator('.react-flow__node[data-id="count_words"] .react-flow__handle.target'));
    await expect.poll(async () => (await yamlOf(page)).split('next_block_label: count_words').length).toBe(3);
    await page.getByText('No problems').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as version 2.').waitFor();
    const run = await service.client.runs.start({ workflow_id: id });
    expect((await run.finished()).output).toMatchObject({ count_words_output: { words: 3 } });
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
