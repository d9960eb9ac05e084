import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { consoleOfTests, inDocument, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { button, node, openWorkflow, tab, textbox, yamlOf } from './editor.test-helpers.ts';

describe('the forms of the editor', () => {
  // This host has a block type of its own.
  const service = consoleOfTests({
    variables: {
      RUNWRIGHT_CONFIG: join(import.meta.dirname, '../../../../examples/start/runwright.config.ts'),
    },
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

    // The second branch is led to the block of the host, with the mouse where things have a place.
    await tab(page, 'Graph').click();
    if (inDocument) await next.last().selectOption('count_words');
    else await leadToBlock(page);
    await expect.poll(async () => (await yamlOf(page)).split('next_block_label: count_words').length).toBe(3);
    await page.getByText('No problems').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as version 2.').waitFor();
    const run = await service.client.runs.start({ workflow_id: id });
    expect((await run.finished()).output).toMatchObject({ count_words_output: { words: 3 } });
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('shows choices in words, prompts in the font of the page, and no field without effect unless it is set', async () => {
    const { page } = await openWorkflow(
      service,
      `title: Words of a form
workflow_definition:
  parameters:
    - { key: who, parameter_type: credential, credential_id: other, fallback_trigger: any_failure }
    - { key: other, parameter_type: workflow, workflow_parameter_type: credential_id }
  blocks:
    - { label: sign_in, block_type: login, parameter_keys: [who], skip_saved_profile: true }
    - { label: act, block_type: action, navigation_goal: Click., selector: a }
    - { label: again, block_type: login, parameter_keys: [other] }
`,
    );
    await node(page, 'sign_in').click();
    const prompt = page.getByLabel('What to do', { exact: true });
    const fontOf = (field: Locator) =>
      field.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).fontFamily);
    if (!inDocument) expect(await fontOf(prompt)).toBe(await fontOf(page.locator('body')));
    await page.getByText('Has no effect: no state of the browser').waitFor();
    const engine = page.getByLabel('Engine', { exact: true });
    expect(await engine.getByRole('option').allTextContents()).toContain('With a plan (service-2.0)');
    await takeShots(page, 'editor-login-words');
    await engine.selectOption({ label: 'With a plan (service-2.0)' });
    await expect.poll(() => yamlOf(page)).toContain('engine: service-2.0');
    await node(page, 'again').click();
    await page.getByText('Use no saved sign-in').waitFor({ state: 'detached' });
    await node(page, 'act').click();
    const selector = page.getByLabel('CSS selector', { exact: true });
    await selector.waitFor();
    if (!inDocument) expect(await fontOf(selector)).toContain('monospace');

    await tab(page, 'Parameters').click();
    await page.locator('summary').filter({ hasText: 'other Credential' }).waitFor();
    await page.locator('summary').filter({ hasText: 'who' }).click();
    await page.getByLabel('When another one is tried').waitFor();
    const taken = page.getByLabel('How one is taken');
    await taken.selectOption({ label: 'Round robin' });
    await expect.poll(() => yamlOf(page)).toContain('selection_strategy: round_robin');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-parameter-words');
    await page.context().close();
  });
});

async function leadToBlock(page: Page): Promise<void> {
  const start = page.locator('.react-flow__node[data-id="conditional"] [data-handleid="branch-1"]');
  await start.dragTo(page.locator('.react-flow__node[data-id="count_words"] .react-flow__handle.target'));
}
