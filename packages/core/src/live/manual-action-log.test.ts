import type { InputTarget, ManualAction, ManualInput } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createManualActionLog } from './manual-action-log.ts';

const url = 'https://shop.test/';
const on = (description: string, isSecret = false): InputTarget => ({
  ...{ field: description, description, isSecret, url },
});

/** Feeds inputs to a log; returns what is recorded, without the members that are empty. */
function recorded(...inputs: readonly (readonly [ManualInput, InputTarget?])[]): readonly object[] {
  const actions: ManualAction[] = [];
  const log = createManualActionLog((action) => actions.push(action));
  for (const [input, target = on('page')] of inputs) log.add(input, target);
  log.flush();
  return actions.map(({ url: _url, ...action }) =>
    Object.fromEntries(Object.entries(action).filter(([, value]) => value !== null && value !== false)),
  );
}

type Mouse = Extract<ManualInput, { type: 'mouse' }>;
const mouse = (action: Mouse['action'], x: number, y: number, more: Partial<Mouse> = {}): Mouse => ({
  ...{ type: 'mouse', action, x, y, ...more },
});
const key = (name: string, action: 'down' | 'up' | 'press' = 'press'): ManualInput => ({
  ...{ type: 'key', action, key: name },
});
const text = (typed: string): ManualInput => ({ type: 'text', text: typed });

it('a press and a release are one click with its button, and farther apart a drag', () => {
  const send = on('button "Send"');
  const click = { kind: 'click', description: 'button "Send"', x: 10, y: 20, count: 1 };
  for (const button of ['left', 'middle', 'right'] as const)
    expect(
      recorded(
        [mouse('move', 1, 1)],
        [mouse('down', 10, 20, { button }), send],
        [mouse('up', 12, 20, { button })],
      ),
    ).toEqual([{ ...click, button }]);
  expect(recorded([mouse('down', 10, 20), send], [mouse('up', 40, 60)])).toEqual([
    { kind: 'drag', description: 'button "Send"', x: 10, y: 20, dx: 30, dy: 40, count: 1 },
  ]);
  expect(
    recorded([mouse('down', 1, 1, { clicks: 2 }), send], [mouse('up', 1, 1, { clicks: 2 })]),
  ).toMatchObject([{ kind: 'click', count: 2 }]);
});

it('text is merged for each field, and of a secret one only that something was typed', () => {
  const [name, secret] = [on('textbox "Name"'), on('textbox "Password"', true)];
  expect(
    recorded(
      [text('An'), name],
      [key('m'), name],
      [key('Backspace'), name],
      [key('n'), name],
      [text('pa'), secret],
      [key('s'), secret],
    ),
  ).toEqual([
    { kind: 'input_text', description: 'textbox "Name"', text: 'Ann', count: 1 },
    { kind: 'input_text', description: 'textbox "Password"', isMasked: true, count: 1 },
  ]);
});

it('of what is pasted into a secret field at once only that something was typed is recorded', () => {
  expect(recorded([text('pasted'), on('textbox "Password"', true)])).toEqual([
    { kind: 'input_text', description: 'textbox "Password"', isMasked: true, count: 1 },
  ]);
});

it('keys that type nothing are counted, with the modifiers that are down', () => {
  const list = on('list "Size"');
  expect(
    recorded(
      [key('ArrowDown'), list],
      [key('ArrowDown'), list],
      [key('Control+a'), list],
      [key('Shift', 'down'), list],
      [key('Tab'), list],
      [key('Shift', 'up'), list],
    ),
  ).toMatchObject([
    { kind: 'keypress', keys: 'ArrowDown', count: 2 },
    { kind: 'keypress', keys: 'Control+a', count: 1 },
    { kind: 'keypress', keys: 'Shift+Tab', count: 1 },
  ]);
});

it('wheels in a row are one scroll, and each address and step in the history is an action', () => {
  const wheel = (dy: number): ManualInput => ({ type: 'wheel', x: 5, y: 6, dx: 0, dy });
  expect(
    recorded(
      [wheel(100)],
      [wheel(50)],
      [{ type: 'navigate', to: 'back' }],
      [{ type: 'navigate', to: 'forward' }],
      [{ type: 'navigate', to: 'reload' }],
      [{ type: 'open', url: 'https://shop.example/' }],
    ),
  ).toEqual([
    { kind: 'scroll', x: 5, y: 6, dx: 0, dy: 150, count: 1 },
    { kind: 'go_back', count: 1 },
    { kind: 'go_forward', count: 1 },
    { kind: 'reload_page', count: 1 },
    { kind: 'goto_url', count: 1 },
  ]);
});
