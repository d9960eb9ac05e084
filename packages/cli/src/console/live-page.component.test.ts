import { describe, expect, it } from 'vitest';
import { consoleOfTests, inDocument, takeShots, violations } from './console.test-helpers.ts';
import { expectPicture, liveOfTests, takeOver } from './fake-live.test-helpers.ts';

describe('the live page, by the protocol of the live view', () => {
  const service = consoleOfTests();
  const lives = liveOfTests(service);

  it('paints frame after frame, and shows the run beside them', async () => {
    const { page, live, errors } = await lives.open();
    live.show(lives.red);
    await expectPicture(page, '192,0,0');
    live.show(lives.blue);
    await expectPicture(page, '0,0,192');
    await page.getByRole('img', { name: 'Picture of the page: Orders' }).waitFor();
    await page.getByText('http://shop.example/orders').waitFor();
    const side = page.getByRole('complementary', { name: 'What happens' });
    await side.getByRole('list', { name: 'Latest of the timeline' }).getByText('count').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-watching');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('sends typed and pasted text and keys, as soon as the person has control', async () => {
    const opened = await lives.open();
    const { page, live } = opened;
    live.show(lives.blue);
    await takeOver(opened);
    const expectInputs = async (expected: readonly object[]): Promise<void> => {
      await expect.poll(() => live.received).toEqual(expected);
      live.forget();
    };
    await page.keyboard.type('Hé');
    await expectInputs([
      { type: 'text', text: 'H' },
      { type: 'text', text: 'é' },
    ]);
    const keys = ['Enter', 'Shift+Tab', 'Control+a', 'Escape'];
    for (const key of keys) await page.keyboard.press(key);
    await expectInputs(keys.map((key) => ({ type: 'key', action: 'press', key })));
    await page.keyboard.insertText('日本');
    await expectInputs([{ type: 'text', text: '日本' }]);
    await page.context().close();
  });

  it('F6 leaves the picture, and control is handed back by keyboard', async () => {
    const opened = await lives.open();
    const { page, live } = opened;
    live.show(lives.red);
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
    const opened = await lives.open();
    const { page, live } = opened;
    live.show(lives.red);
    await takeOver(opened);
    const placeOfPicture = () => (inDocument ? null : page.locator('.live-screen').boundingBox());
    const place = await placeOfPicture();
    live.tell({ type: 'hidden-typed', characters: 1 });
    await page.getByText('Hidden field: 1 character typed').waitFor();
    live.tell({ type: 'hidden-typed', characters: 8 });
    await page.getByText('Hidden field: 8 characters typed').waitFor();
    // Nobody's click misses because of it.
    expect(await placeOfPicture()).toEqual(place);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-hidden-field');
    live.tell({ type: 'hidden-typed', characters: null });
    await expect.poll(() => page.getByText('Hidden field').count()).toBe(0);
    await page.context().close();
  });

  it('says why control was refused or has ended, and who else has it', async () => {
    const { page, live } = await lives.open();
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
    live.tell({ type: 'error', message: 'The policy refuses 169.254.169.254.' });
    await page.getByRole('alert').getByText('The input had no effect.').waitFor();
    await page.getByRole('alert').getByText('The policy refuses 169.254.169.254.').waitFor();
    live.tell({ type: 'handed-back', reason: 'idle', message: 'Nothing was done for 45 seconds.' });
    live.tellState({ control: 'nobody', can_control: false });
    await page.getByRole('alert').getByText('Nothing was done for 45 seconds.').waitFor();
    await page.getByText('This key may only watch').waitFor();
    await page.context().close();
  });

  it('survives a lost connection and has control again', async () => {
    const opened = await lives.open();
    const { page, live } = opened;
    live.show(lives.red);
    await takeOver(opened);
    await live.lose();
    await expect.poll(() => live.connections()).toBe(2);
    await expect.poll(() => live.received).toEqual([{ type: 'take-over' }]);
    live.show(lives.blue);
    await expectPicture(page, '0,0,192');
    await page.getByText('You have control.').waitFor();
    await page.context().close();
  });
});
