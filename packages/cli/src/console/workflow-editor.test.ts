import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workflow } from '@runwright/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startConsole,
  type TestConsole,
  takeShots,
  violations,
  watchErrors,
} from './console.test-helpers.ts';

/** The text that the YAML editor shows. */
async function yamlOf(page: Page): Promise<string> {
  const lines = await page.getByLabel('Workflow as YAML').locator('.cm-line').allTextContents();
  return lines.join('\n');
}
/** Replaces that text, as one who pastes does. */
async function writeYaml(page: Page, text: string): Promise<void> {
  await page.getByLabel('Workflow as YAML').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const node = (page: Page, label: string) => page.locator('.react-flow__node').filter({ hasText: label });

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

const products = {
  type: 'object',
  properties: {
    products: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
};

describe('the editor of workflows', () => {
  let service: TestConsole;
  beforeAll(async () => {
    // This host has a block type of its own.
    const config = join(import.meta.dirname, '../../../../examples/start/runwright.config.ts');
    service = await startConsole({ RUNWRIGHT_CONFIG: config });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** Creates a workflow and opens it. */
  const openWorkflow = async (yaml: string) => {
    const created = await service.client.workflows.create({ yaml_definition: yaml });
    const page = await service.open(`/workflows/${created.workflow_permanent_id}`);
    await page.getByText('Version 1', { exact: true }).waitFor();
    return { page, id: created.workflow_permanent_id };
  };

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

  it('names a missing value at its field, and saves and runs a new workflow with one button', async () => {
    const page = await service.open('/workflows/new');
    const errors = watchErrors(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: /^Goto URL/ }).click();
    const url = page.getByLabel('URL (required)');
    await page.locator('.field').filter({ has: url }).getByText('URL is required.').waitFor();
    // Each tab is inside of its list, whose parts all are on the screen.
    const cost = await tab(page, 'Cost').boundingBox();
    const frame = await page.getByRole('tablist', { name: 'Parts of the workflow' }).boundingBox();
    expect((cost?.x ?? 0) + (cost?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
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

  it('shows a problem at its line, its block and in the list while one types, and keeps comments', async () => {
    const { page } = await openWorkflow('title: Lines\nworkflow_definition:\n  blocks: []\n');
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
    await node(page, 'rest').getByText('1 errors').waitFor();
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

  it('draws branches and loops, and is operated by keyboard alone', async () => {
    const { page } = await openWorkflow(`title: Ways
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
`);
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

  it('compares versions, restores an old one as a new one, and tells when somebody else has saved', async () => {
    const waits = (seconds: number) =>
      `title: Versions\nworkflow_definition:\n  blocks:\n    - label: rest\n      block_type: wait\n      wait_sec: ${seconds}\n`;
    const { page, id } = await openWorkflow(waits(1));
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

  it('tries one block with the outputs of earlier ones, for real', async () => {
    const { page, id } = await openWorkflow(`title: Sum
workflow_definition:
  parameters:
    - { key: factor, parameter_type: workflow, workflow_parameter_type: integer }
  blocks:
    - { label: count, block_type: code, code: "fail('never', 'executed')" }
    - label: multiply
      block_type: code
      parameter_keys: [factor]
      code: return outputs.count.value * factor
`);
    await node(page, 'multiply').click();
    await button(page, 'Try this block').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This really acts.').waitFor();
    await dialog.getByLabel('factor').fill('6');
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

  it('makes forms for block types of the host, parameters and branches, and edges by dragging', async () => {
    const { page, id } = await openWorkflow(
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

  it('wraps long lines of the YAML, and gives it more or less width', async () => {
    const goal = 'word '.repeat(60).trim();
    const { page } = await openWorkflow(
      `title: Wide\nworkflow_definition:\n  blocks:\n    - label: read\n      block_type: extraction\n      data_extraction_goal: ${goal}\n`,
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    const scroller = page.getByRole('region', { name: 'YAML' }).locator('.cm-scroller');
    const overflow = () => scroller.evaluate((one) => one.scrollWidth - one.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    const width = async () => (await page.getByRole('region', { name: 'YAML' }).boundingBox())?.width ?? 0;
    const before = await width();
    const handle = page.getByRole('separator', { name: 'Width of the YAML' });
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(width).toBeGreaterThan(before);
    expect(await handle.getAttribute('aria-valuenow')).toBe('36');
    await page.keyboard.press('End');
    expect(await handle.getAttribute('aria-valuenow')).toBe('45');
    const box = await handle.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 6, (box?.y ?? 0) + 40];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 200, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBeLessThan(before);
    const dragged = await width();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-wide-yaml');
    await page.reload();
    await handle.waitFor();
    await expect.poll(width).toBe(dragged);
    await page.context().close();
  });

  it('watches and cancels a run from the dialog that started it', async () => {
    const { page, id } = await openWorkflow(`title: Long
workflow_definition:
  blocks:
    - { label: open, block_type: goto_url, url: "${service.demo.site.url}/catalog" }
    - { label: rest, block_type: wait, wait_sec: 1800 }
`);
    await button(page, 'Run').click();
    const dialog = page.getByRole('dialog', { name: 'Run Long' });
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    const cancel = dialog.getByRole('button', { name: 'Cancel the run' });
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

  it('offers no live view of a run that has no browser', async () => {
    const { page, id } = await openWorkflow(
      'title: No page\nworkflow_definition:\n  blocks:\n    - { label: rest, block_type: wait, wait_sec: 1800 }\n',
    );
    await button(page, 'Run').click();
    const dialog = page.getByRole('dialog', { name: 'Run No page' });
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByText('Running', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel the run' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Watch live' }).count()).toBe(0);
    const [run] = await service.client.workflows.runs(id);
    await service.client.runs.cancel(run?.run_id ?? '');
    await page.context().close();
  });

  it('drops the check of a text that has changed since, and shows what the last one found', async () => {
    const waits = (seconds: string) =>
      `title: Stale\nworkflow_definition:\n  blocks:\n    - { label: rest, block_type: wait, wait_sec: ${seconds} }\n`;
    const { page } = await openWorkflow(waits('1'));
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

  it('opens with the list of blocks on a phone, and Save beside the title', async () => {
    const created = await service.client.workflows.create({
      yaml_definition:
        'title: Pocket\nworkflow_definition:\n  blocks:\n    - { label: rest, block_type: wait, wait_sec: 1 }\n',
    });
    const page = await service.open(`/workflows/${created.workflow_permanent_id}`, {
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('navigation', { name: 'Blocks' }).getByText('rest', { exact: true }).waitFor();
    expect(await tab(page, 'List').getAttribute('aria-selected')).toBe('true');
    const title = await textbox(page, 'Title of the workflow').boundingBox();
    const save = await button(page, 'Save').boundingBox();
    expect(save?.y ?? 0).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    expect((save?.x ?? 0) + (save?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await takeShots(page, 'editor-phone');
    await page.context().close();
  });

  it('shows one part at a time on a phone, and what a form changes in the YAML', async () => {
    const { page } = await openWorkflow('title: Phone\nworkflow_definition:\n  blocks: []\n');
    await page.setViewportSize({ width: 360, height: 740 });
    await tab(page, 'Add').click();
    await page.getByRole('button', { name: /^Wait/ }).click();
    await page.getByLabel('Wait (seconds) (required)').fill('3');
    await tab(page, 'YAML').click();
    await expect.poll(() => yamlOf(page)).toContain('wait_sec: 3');
    await tab(page, 'List').click();
    await page.getByRole('navigation', { name: 'Blocks' }).getByText('wait', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});
