import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  consoleOfTests,
  startRun,
  type TestConsole,
  takeShots,
  violations,
  watchErrors,
} from './console.test-helpers.ts';
import { type FakeLive, fakeLive, frameOf, middleOf } from './fake-live.test-helpers.ts';

describe('the live page, by the protocol of the live view', () => {
  const service = consoleOfTests();
  let runId: string;
  let red: Buffer;
  let blue: Buffer;
  beforeAll(async () => {
    runId = await startRun(service, [{ block_type: 'wait', label: 'count', wait_sec: 300 }], {
      title: 'Waits',
    });
    const painter = await service.open('/', { signedIn: false });
    await painter.goto('about:blank');
    [red, blue] = [await frameOf(painter, '#c00000'), await frameOf(painter, '#0000c0')];
    await painter.context().close();
  });
  afterAll(async () => {
    await service.client.runs.cancel(runId);
  });

  const openLive = async (
    options: Parameters<TestConsole['open']>[1] = {},
  ): Promise<{ page: Page; live: FakeLive; errors: readonly string[] }> => {
    const page = await service.open('/runs', options);
    const errors = watchErrors(page);
    const live = await fakeLive(page);
    await page.goto(`${service.base}/console/live/run/${runId}`);
    await page.getByText('The agent has control.').waitFor();
    return { page, live, errors };
  };
  const takeOver = async ({ page, live }: { page: Page; live: FakeLive }): Promise<void> => {
    await page.getByRole('button', { name: 'Take over' }).click();
    await expect.poll(() => live.received).toEqual([{ type: 'take-over' }]);
    live.tell({ type: 'granted', idle_seconds: 300 });
    live.tellState({ control: 'you' });
    await page.getByText('You have control.').waitFor();
    live.forget();
  };

  it('paints frame after frame, and shows the run beside them', async () => {
    const { page, live, errors } = await openLive();
    live.show(red);
    await expect.poll(() => middleOf(page)).toBe('192,0,0');
    live.show(blue);
    await expect.poll(() => middleOf(page)).toBe('0,0,192');
    await page.getByRole('img', { name: 'Picture of the page: Orders' }).waitFor();
    await page.getByText('http://shop.example/orders').waitFor();
    const side = page.getByRole('complementary', { name: 'What happens' });
    await side.getByRole('list', { name: 'Latest of the timeline' }).getByText('count').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-watching');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each([
    [1440, 900, 1],
    [390, 844, 3],
    [1100, 500, 1.5],
  ])(
    'a click lands where the page has it, on a window of %i x %i at %d',
    async (width, height, deviceScaleFactor) => {
      const opened = await openLive({ viewport: { width, height }, deviceScaleFactor });
      const { page, live } = opened;
      live.show(red);
      await takeOver(opened);
      const box = await page.locator('.live-screen canvas').boundingBox();
      if (!box) throw new Error('The picture is not shown.');
      expect(box.width / box.height).toBeCloseTo(1.6, 1);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.75);
      await expect.poll(() => live.received.map(({ action }) => action)).toEqual(['move', 'down', 'up']);
      const down = live.received[1] as unknown as { x: number; y: number };
      // A pixel of the screen is several of the page.
      expect(Math.abs(down.x - 320)).toBeLessThan(1280 / box.width);
      expect(Math.abs(down.y - 600)).toBeLessThan(1280 / box.width);
      expect(down).toMatchObject({ button: 'left', clicks: 1 });
      await page.context().close();
    },
  );

  it('sends clicks, drags, the wheel, keys, composed text and pasted text', async () => {
    const opened = await openLive({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, live } = opened;
    live.show(blue);
    await takeOver(opened);
    const inputs = () =>
      live.received.filter(({ action }) => action !== 'move').map(({ x: _x, y: _y, ...rest }) => rest);
    const expectInputs = async (expected: readonly object[]): Promise<void> => {
      await expect.poll(inputs).toEqual(expected);
      live.forget();
    };
    // Without a click: whoever takes over can type at once.
    await page.keyboard.type('Hé');
    await expectInputs([
      { type: 'text', text: 'H' },
      { type: 'text', text: 'é' },
    ]);
    for (const key of ['Enter', 'Shift+Tab', 'Control+a', 'Escape']) await page.keyboard.press(key);
    await expectInputs(
      ['Enter', 'Shift+Tab', 'Control+a', 'Escape'].map((key) => ({ type: 'key', action: 'press', key })),
    );
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await keyboard.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await keyboard.send('Input.insertText', { text: '日本' });
    await expectInputs([{ type: 'text', text: '日本' }]);
    await page.evaluate<void>(`navigator.clipboard.writeText('pasted\\ntext')`);
    await page.keyboard.press('Control+v');
    await expectInputs([{ type: 'text', text: 'pasted\ntext' }]);

    const canvas = page.locator('.live-screen canvas');
    await canvas.dblclick({ force: true });
    await expectInputs(
      [1, 1, 2, 2].map((clicks, at) => ({
        ...{ type: 'mouse', action: at % 2 === 0 ? 'down' : 'up', button: 'left', clicks },
      })),
    );
    await canvas.click({ force: true, button: 'right', modifiers: ['Shift'] });
    await expectInputs([
      { type: 'key', action: 'down', key: 'Shift' },
      { type: 'mouse', action: 'down', button: 'right', clicks: 1 },
      { type: 'mouse', action: 'up', button: 'right', clicks: 1 },
      { type: 'key', action: 'up', key: 'Shift' },
    ]);
    await page.mouse.wheel(0, 240);
    await expectInputs([{ type: 'wheel', dx: 0, dy: 240 }]);
    // A drag that leaves the picture ends at its edge.
    await page.mouse.down();
    await page.mouse.move(0, 0);
    await page.mouse.up();
    await expect.poll(() => live.received.at(-1)).toMatchObject({ action: 'up', x: 0, y: 0 });
    await page.context().close();
  });

  it('F6 leaves the picture, and control is handed back by keyboard', async () => {
    const opened = await openLive();
    const { page, live } = opened;
    live.show(red);
    await takeOver(opened);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-control');
    // Tab is for the page in the picture.
    await page.keyboard.press('Tab');
    await expect.poll(() => live.received.at(-1)).toMatchObject({ key: 'Tab' });
    live.forget();
    await page.keyboard.press('F6');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Hand back');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^The page in the picture/ }).focus();
    await page.keyboard.press('Control+Shift+Escape');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => live.received)
      .toEqual([{ type: 'navigate', to: 'reload' }, { type: 'hand-back' }]);
    live.tell({ type: 'handed-back', reason: 'person', message: 'You handed control back.' });
    live.tellState({ control: 'nobody' });
    await page.getByText('Control is handed back.').waitFor();
    await page.getByText('The agent has control.').waitFor();
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    await page.context().close();
  });

  it('tells how much was typed into a hidden field, as long as the person types there', async () => {
    const opened = await openLive();
    const { page, live } = opened;
    live.show(red);
    await takeOver(opened);
    const frame = await page.locator('.live-screen').boundingBox();
    live.tell({ type: 'hidden-typed', characters: 1 });
    await page.getByText('Hidden field: 1 character typed').waitFor();
    live.tell({ type: 'hidden-typed', characters: 8 });
    await page.getByText('Hidden field: 8 characters typed').waitFor();
    // Nobody's click misses because of it.
    expect(await page.locator('.live-screen').boundingBox()).toEqual(frame);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-hidden-field');
    live.tell({ type: 'hidden-typed', characters: null });
    await expect.poll(() => page.getByText('Hidden field').count()).toBe(0);
    await page.context().close();
  });

  it('says why control was refused or has ended, and who else has it', async () => {
    const { page, live } = await openLive();
    await page.getByRole('button', { name: 'Take over' }).click();
    live.tellState({ pending: true });
    await page.getByText('Waiting for the action that is under way').waitFor();
    live.tell({ type: 'refused', reason: 'taken', message: 'Another person has asked for control.' });
    live.tellState({ pending: false, control: 'other' });
    await page.getByRole('alert').getByText('Another person has asked for control.').waitFor();
    await page.getByText('Another person has control.').waitFor();
    expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-refused');
    live.tell({ type: 'granted', idle_seconds: 45 });
    live.tellState({ control: 'you' });
    await page.getByText(/^Handed back in \d+ s unless you do something/).waitFor();
    live.tell({ type: 'handed-back', reason: 'idle', message: 'Nothing was done for 45 seconds.' });
    live.tellState({ control: 'nobody', can_control: false });
    await page.getByRole('alert').getByText('Nothing was done for 45 seconds.').waitFor();
    await page.getByText('This key may only watch').waitFor();
    await page.context().close();
  });

  it('survives a lost connection and has control again', async () => {
    const opened = await openLive();
    const { page, live } = opened;
    live.show(red);
    await takeOver(opened);
    await live.lose();
    await expect.poll(() => live.connections()).toBe(2);
    await expect.poll(() => live.received).toEqual([{ type: 'take-over' }]);
    live.show(blue);
    await expect.poll(() => middleOf(page)).toBe('0,0,192');
    await page.getByText('You have control.').waitFor();
    await page.context().close();
  });
});
