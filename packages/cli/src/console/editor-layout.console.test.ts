// @module-tag extended
import { describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations } from './console.test-helpers.ts';
import { button, openWorkflow, tab, textbox, yamlOf } from './editor.test-helpers.ts';

describe('the parts of the editor on wide and narrow screens', () => {
  const service = consoleOfTests();

  it('wraps long lines of the YAML, and gives it more or less width', async () => {
    const goal = 'word '.repeat(60).trim();
    const { page } = await openWorkflow(
      service,
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
    // The other buttons fill the next row.
    const [versions, run] = [
      await button(page, 'Versions').boundingBox(),
      await button(page, 'Run').boundingBox(),
    ];
    expect(run?.y).toBe(versions?.y);
    expect(run?.width).toBeCloseTo(versions?.width ?? 0, 0);
    expect((run?.x ?? 0) + (run?.width ?? 0)).toBeCloseTo((save?.x ?? 0) + (save?.width ?? 0), 0);
    await takeShots(page, 'editor-phone');
    const block = page.getByRole('navigation', { name: 'Blocks' }).getByRole('button', { name: /^rest/ });
    // A tap on the block opens its form, also when it is selected already.
    for (let taps = 0; taps < 2; taps += 1) {
      await tab(page, 'List').click();
      await block.click();
      await page.getByLabel('Wait (seconds) (required)').waitFor();
      expect(await tab(page, 'Block').getAttribute('aria-selected')).toBe('true');
    }
    await page.context().close();
  });

  it('shows one part at a time on a phone, and what a form changes in the YAML', async () => {
    const { page } = await openWorkflow(service, 'title: Phone\nworkflow_definition:\n  blocks: []\n');
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
