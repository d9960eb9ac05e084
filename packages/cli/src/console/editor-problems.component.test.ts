import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { button, node, openWorkflow, textbox, writeYaml, yamlOf } from './editor.test-helpers.ts';

describe('the problems that the editor shows', () => {
  const service = consoleOfTests();

  it('shows a problem at its line, its block and in the list while one types, and keeps comments', async () => {
    const { page } = await openWorkflow(service, 'title: Lines\nworkflow_definition:\n  blocks: []\n');
    const errors = watchErrors(page);
    const text = `title: Lines # the name
workflow_definition:
  blocks:
    # Waits.
    - label: rest
      block_type: wait
      wait_sec: 5 # seconds
    - label: send
      block_type: http_request
      url: "https://a.test/{{ rest_output }}"
`;
    await writeYaml(page, text);
    await node(page, 'send').waitFor();
    await page.getByText('No problems').waitFor();
    await writeYaml(page, text.replace('wait_sec: 5', 'wait_sec: many'));
    await page.getByText('1 error').first().waitFor();
    await node(page, 'rest').getByText('1 error', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Problems (1)' }).click();
    await page.getByRole('list', { name: 'Problems' }).getByRole('button').click();
    // The click has put the cursor on the line, and opened the block.
    expect(await page.locator('.cm-activeLineGutter').first().textContent()).toBe('7');
    await page.locator('.cm-lintRange-error').waitFor();
    await page.getByRole('heading', { name: 'Wait' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-problem');

    await writeYaml(page, `${text}   - broken: [`);
    await page.getByText('The YAML cannot be read').waitFor();
    expect(await button(page, 'Remove').isDisabled()).toBe(true);
    await button(page, 'Undo').click();
    await button(page, 'Undo').click();
    await page.getByText('No problems').waitFor();

    // A form changes its own part of the text, and references follow a label.
    await textbox(page, 'Label').fill('pause');
    await textbox(page, 'Label').press('Enter');
    await node(page, 'pause').waitFor();
    await page.getByLabel('Wait (seconds) (required)').fill('7');
    await expect.poll(() => yamlOf(page)).toContain('wait_sec: 7 # seconds');
    const shown = await yamlOf(page);
    for (const part of ['# the name', '# Waits.', 'label: pause', '{{ pause_output }}'])
      expect(shown).toContain(part);
    await button(page, 'Undo').click();
    await button(page, 'Undo').click();
    expect(await yamlOf(page)).toContain('label: rest');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('drops the check of a text that has changed since, and shows what the last one found', async () => {
    const waits = (seconds: string) =>
      `title: Stale\nworkflow_definition:\n  blocks:\n    - { label: rest, block_type: wait, wait_sec: ${seconds} }\n`;
    const { page } = await openWorkflow(service, waits('1'));
    await page.getByText('No problems').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/workflows/validate', async (route) => {
      if (!route.request().postData()?.includes('first')) return route.continue();
      held.resolve();
      // The page ends this request, which is never answered.
    });
    const dropped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/validate'));
    await writeYaml(page, waits('first'));
    await held.promise;
    await writeYaml(page, waits('second'));
    expect((await dropped).postData()).toContain('first');
    await page.getByText('1 error').first().waitFor();
    await writeYaml(page, waits('2'));
    await page.getByText('No problems').waitFor();
    await page.context().close();
  });
});
