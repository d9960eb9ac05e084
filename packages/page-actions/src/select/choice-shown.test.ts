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

it('a choice is taken when the field shows it, shows part of it, or has it as a chip', () => {
  expect(isChoiceShown(look('Choose'), look('New Zealand'), choice('New Zealand'))).toBe(true);
  expect(isChoiceShown(look('Choose'), look('NZ'), choice('New Zealand (NZ)'))).toBe(true);
  expect(isChoiceShown(look('', 'Fruit'), look('', 'Fruit Plum', ['Plum']), choice('Plum'))).toBe(true);
});

it('a field that shows what it showed before has not taken a choice that was not selected', () => {
  expect(isChoiceShown(look('Nothing'), look('Nothing'), choice('Plum', false))).toBe(false);
  expect(isChoiceShown(look('Plum or pear'), look('Plum or pear'), choice('Plum', false))).toBe(false);
  expect(isChoiceShown(look('Apple'), look('Pear'), choice('Plum'))).toBe(false);
});

it('what another choice of the list says is not this one', () => {
  const labels = ['Apple', 'Apple pie', 'Pear'];
  const isIt = (shown: string, wanted: string): boolean =>
    isChoiceShown(look('Pear'), look(shown), choice(wanted), labels);
  expect(isIt('Apple pie', 'Apple')).toBe(false);
  expect(isIt('Apple', 'Apple pie')).toBe(false);
  expect(isIt('Apple pie', 'Apple pie')).toBe(true);
  expect(isIt('Fruit: Apple', 'Apple')).toBe(true);
  expect(isChoiceShown(look('Apple pie'), look('Apple pie'), choice('Apple'), labels)).toBe(false);
});

it('a label inside another word is none', () => {
  expect(isChoiceShown(look('Choose'), look('Plumber'), choice('Plum'))).toBe(false);
});

it('a path names its levels, and a label with a stroke inside is one', () => {
  expect(levelsOf({ label: 'Europe / Spain > Madrid' })).toEqual([
    { label: 'Europe' },
    { label: 'Spain' },
    { label: 'Madrid' },
  ]);
  expect(levelsOf({ label: 'km/h' })).toEqual([{ label: 'km/h' }]);
});
