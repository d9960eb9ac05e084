import { expect, it } from 'vitest';
import type { ShownChoice } from '../in-page/choices.ts';
import type { FieldState } from '../in-page/field.ts';
import { isChoiceShown } from './choice-shown.ts';
import { levelsOf } from './wanted-options.ts';

const fieldState = (shown: string, around = shown, chips: readonly string[] = []): FieldState => ({
  ...{ shown, around, chips, isInvalid: false, expanded: null },
});
const choice = (label: string, selected: boolean | null = null): ShownChoice => ({
  ...{ label, value: '', disabled: false, selected, expanded: null, role: 'option' },
});

it('a choice is shown when the field shows it, part of it, or a chip of it', () => {
  expect(isChoiceShown(fieldState('Choose'), fieldState('New Zealand'), choice('New Zealand'))).toBe(true);
  expect(isChoiceShown(fieldState('Choose'), fieldState('NZ'), choice('New Zealand (NZ)'))).toBe(true);
  expect(isChoiceShown(fieldState('', 'Fruit'), fieldState('', 'Fruit Plum', ['Plum']), choice('Plum'))).toBe(
    true,
  );
});

it('a field that shows the same as before does not show a choice that was not selected', () => {
  expect(isChoiceShown(fieldState('Nothing'), fieldState('Nothing'), choice('Plum', false))).toBe(false);
  expect(isChoiceShown(fieldState('Plum or pear'), fieldState('Plum or pear'), choice('Plum', false))).toBe(
    false,
  );
  expect(isChoiceShown(fieldState('Apple'), fieldState('Pear'), choice('Plum'))).toBe(false);
});

it('the label of another choice is not this choice', () => {
  const labels = ['Apple', 'Apple pie', 'Pear'];
  const isIt = (shown: string, wanted: string): boolean =>
    isChoiceShown(fieldState('Pear'), fieldState(shown), choice(wanted), labels);
  expect(isIt('Apple pie', 'Apple')).toBe(false);
  expect(isIt('Apple', 'Apple pie')).toBe(false);
  expect(isIt('Apple pie', 'Apple pie')).toBe(true);
  expect(isIt('Fruit: Apple', 'Apple')).toBe(true);
  expect(isChoiceShown(fieldState('Apple pie'), fieldState('Apple pie'), choice('Apple'), labels)).toBe(
    false,
  );
});

it('a label inside another word does not count', () => {
  expect(isChoiceShown(fieldState('Choose'), fieldState('Plumber'), choice('Plum'))).toBe(false);
});

it('a path is split into levels, and a label with a slash inside is one level', () => {
  expect(levelsOf({ label: 'Europe / Spain > Madrid' })).toEqual([
    { label: 'Europe' },
    { label: 'Spain' },
    { label: 'Madrid' },
  ]);
  expect(levelsOf({ label: 'km/h' })).toEqual([{ label: 'km/h' }]);
});
