import type { InputTarget, ManualInput } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createHiddenTyping } from './hidden-typing.ts';

const password: InputTarget = {
  ...{ field: 'f1', description: 'textbox "Password"', url: 'http://shop.test/' },
  ...{ isSecret: true, isPaintedOver: true },
};
const name: InputTarget = { ...password, field: 'f2', isSecret: false, isPaintedOver: false };
const text = (text: string): ManualInput => ({ type: 'text', text });
const press = (key: string): ManualInput => ({ type: 'key', action: 'press', key });

function told(...inputs: readonly (readonly [ManualInput, InputTarget])[]): readonly (number | null)[] {
  const all: (number | null)[] = [];
  const typing = createHiddenTyping((characters) => all.push(characters));
  for (const [input, target] of inputs) typing.add(input, target);
  return all;
}

it('counts the characters that are typed into a painted-over field, less those that are taken back', () => {
  const press8 = [...'hunter22'].map((key) => [press(key), password] as const);
  expect(told(...press8).at(-1)).toBe(8);
  expect(told([text('a😀c'), password], [press('Backspace'), password], [text('d'), password])).toEqual([
    ...[3, 2, 3],
  ]);
  expect(told([press('Backspace'), password])).toEqual([0]);
});

it('begins anew for another field, and after a click or a key that types nothing', () => {
  const other = { ...password, field: 'f3' };
  expect(told([text('abc'), password], [text('x'), other])).toEqual([3, 1]);
  for (const end of [
    press('Tab'),
    press('Control+a'),
    { type: 'mouse', action: 'down', x: 1, y: 1 },
  ] as const)
    expect(told([text('abc'), password], [end, password], [text('x'), password])).toEqual([3, null, 1]);
  const shift: ManualInput = { type: 'key', action: 'down', key: 'Shift' };
  expect(told([text('abc'), password], [shift, password], [press('A'), password])).toEqual([3, 4]);
});

it('tells nothing about fields whose text is to be seen', () => {
  expect(told([text('abc'), name], [press('Backspace'), name])).toEqual([]);
  expect(told([text('abc'), password], [text('abc'), name])).toEqual([3, null]);
});
