import { expect, it } from 'vitest';
import { keysOf, normalizeKey } from './keys.ts';

it('keys are known by common names', () => {
  expect(keysOf('ctrl+a')).toEqual(['Control', 'a']);
  expect(keysOf('Esc')).toEqual(['Escape']);
  expect(keysOf('PgDn')).toEqual(['PageDown']);
  expect(keysOf('a')).toEqual(['a']);
  expect(keysOf(' ')).toEqual(['Space']);
});

it('a capital letter is one only with Shift, or alone', () => {
  expect(keysOf('Control+A')).toEqual(['Control', 'a']);
  expect(keysOf('Control+Shift+K')).toEqual(['Control', 'Shift', 'K']);
  expect(keysOf('A')).toEqual(['A']);
});

it('the plus sign is a key', () => {
  expect(keysOf('+')).toEqual(['+']);
  expect(keysOf('Control++')).toEqual(['Control', '+']);
});

it('a key has one name for comparing', () => {
  const names = [
    'ControlLeft',
    'ShiftRight',
    'MetaLeft',
    'AltRight',
    'KeyC',
    'Digit4',
    'Numpad0',
    'NumpadDecimal',
  ];
  expect(names.map(normalizeKey)).toEqual(['Control', 'Shift', 'Meta', 'Alt', 'c', '4', 'Insert', 'Delete']);
  expect(['C', 'Control', 'ArrowLeft', '+'].map(normalizeKey)).toEqual(['C', 'Control', 'ArrowLeft', '+']);
});
