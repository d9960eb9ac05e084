import { expect, it } from 'vitest';
import type { ShownChoice } from '../in-page/choices.ts';
import type { FieldState } from '../in-page/field.ts';
import { isChoiceShown } from './choice-shown.ts';
import { levelsOf } from './wanted-options.ts';

const look = (shown: string, around = shown, chips: readonly string[] = []): FieldState => ({
  ...{ shown, around, chips, isInvalid: false, expanded: null },
});
const choice = (label: string, selected: boolean | null = null): ShownChoice => ({
  ...{ label, value: '', disabled: false, selected, expanded: null, role: 'option' },
});

it('a choice is shown when the field shows it, part of it, or a chip of it', () => {
  expect(isChoiceShown(look('Choose'), look('New Zealand'), choice('New Zealand'))).toBe(true);
  expect(isChoiceShown(look('Choose'), look('NZ'), choice('New Zealand (NZ)'))).toBe(true);
  expect(isChoiceShown(look('', 'Fruit'), look('', 'Fruit Plum', ['Plum']), choice('Plum'))).toBe(true);
});

it('a field that shows the same as before does not show a choice that was not selected', () => {
  expect(isChoiceShown(look('Nothing'), look('Nothing'), choice('Plum', false))).toBe(false);
  expect(isChoiceShown(look('Plum or pear'), look('Plum or pear'), choice('Plum', false))).toBe(false);
  expect(isChoiceShown(look('Apple'), look('Pear'), choice('Plum'))).toBe(false);
});

it('the label of another choice is not this choice', () => {
  const labels = ['Apple', 'Apple pie', 'Pear'];
  const isIt = (shown: string, wanted: string): boolean =>
    isChoiceShown(look('Pear'), look(shown), choice(wanted), labels);
  expect(isIt('Apple pie', 'Apple')).toBe(false);
  expect(isIt('Apple', 'Apple pie')).toBe(false);
  expect(isIt('Apple pie', 'Apple pie')).toBe(true);
  expect(isIt('Fruit: Apple', 'Apple')).toBe(true);
  expect(isChoiceShown(look('Apple pie'), look('Apple pie'), choice('Apple'), labels)).toBe(false);
});

it('a label inside another word does not count', () => {
  expect(isChoiceShown(look('Choose'), look('Plumber'), choice('Plum'))).toBe(false);
});

it('a path is split into levels, and a label with a slash inside is one level', () => {
  expect(levelsOf({ label: 'Europe / Spain > Madrid' })).toEqual([
    { label: 'Europe' },
    { label: 'Spain' },
    { label: 'Madrid' },
  ]);
  expect(levelsOf({ label: 'km/h' })).toEqual([{ label: 'km/h' }]);
});
