import { describe, expect, it } from 'vitest';
import { consoleOfTests } from './console.test-helpers.ts';
import { expectPicture, liveOfTests, takeOver } from './fake-live.test-helpers.ts';

describe('the live page in a browser, by the protocol of the live view', () => {
  const service = consoleOfTests();
  const lives = liveOfTests(service);

  /** Paints two frames, takes over and clicks, in a window of this size. */
  const click = async (width: number, height: number, deviceScaleFactor: number): Promise<void> => {
    const opened = await lives.open({ viewport: { width, height }, deviceScaleFactor });
    const { page, live } = opened;
    live.show(lives.red);
    await expectPicture(page, '192,0,0');
    live.show(lives.blue);
    await expectPicture(page, '0,0,192');
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
  };

  it('paints frame after frame, and a click lands where the page has it, on a phone', () =>
    click(390, 844, 3));

  it.each([
    [1440, 900, 1],
    [1100, 500, 1.5],
  ])('a click lands where the page has it, on a window of %i x %i at %d', { tags: ['extended'] }, click);

  it('sends clicks, drags, the wheel, keys, composed text and pasted text', {
    tags: ['extended'],
  }, async () => {
    const opened = await lives.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, live } = opened;
    live.show(lives.blue);
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
});
