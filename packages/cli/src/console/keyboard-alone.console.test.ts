import { describe, it } from 'vitest';
import { consoleOfTests } from './console.test-helpers.ts';

describe('a person without a mouse', () => {
  const service = consoleOfTests();

  it('starts, watches and cancels a run with the keyboard alone', async () => {
    const parameter = (key: string, type: string) => ({
      key,
      parameter_type: 'workflow',
      workflow_parameter_type: type,
    });
    await service.client.workflows.create({
      json_definition: {
        title: 'By keyboard',
        workflow_definition: {
          parameters: [parameter('name', 'string'), parameter('paper', 'file_url')],
          blocks: [
            { block_type: 'code', label: 'first', code: 'return 1' },
            { block_type: 'wait', label: 'rest', wait_sec: 1800 },
          ],
        },
      } as never,
    });
    const page = await service.open('/runs');
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    const press = (...keys: readonly string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    /** Presses Tab until a control with this name has the focus. */
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let pressed = 0; pressed < 80; pressed++) {
        await page.keyboard.press('Tab');
        const focused = String(
          await page.evaluate(
            "(document.activeElement.labels?.[0] ?? document.activeElement).textContent + ' ' + (document.activeElement.getAttribute('aria-label') ?? '')",
          ),
        ).trim();
        if (name.test(focused)) return;
      }
      throw new Error(`No key press led to ${name}.`);
    };
    await tabTo(/^Start a run$/);
    await press('Enter');
    await page.getByRole('heading', { name: 'Start a run' }).waitFor();
    await page.getByLabel('Workflow', { exact: true }).waitFor();
    await tabTo(/^Workflow$/);
    await page.keyboard.type('By');
    await page.getByLabel('paper (required)', { exact: true }).waitFor();
    await tabTo(/^name \(required\)$/);
    await page.keyboard.type('Bob');
    await tabTo(/^paper \(required\)$/);
    await page.keyboard.type('https://shop.test/paper.pdf');
    await press('Enter');
    const tree = page.getByRole('tree', { name: 'Timeline' });
    const waiting = tree.getByRole('treeitem').filter({ hasText: 'rest' });
    await waiting.getByText('Running').waitFor();
    await tabTo(/\S Timeline$/);
    await press('ArrowDown', 'ArrowDown', 'Home');
    await page.getByRole('region', { name: 'Details' }).getByRole('heading', { name: 'first' }).waitFor();

    await tabTo(/^Cancel run$/);
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(/^Cancel the run$/);
    await press('Enter');
    await page.locator('.page-header').getByText('Canceled').waitFor();
    await page.context().close();
  });
});
