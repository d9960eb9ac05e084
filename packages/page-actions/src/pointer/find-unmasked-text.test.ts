import { expect, it } from 'vitest';
import { findUnmaskedText } from './find-unmasked-text.ts';

const mask = (text: string): string => text.replaceAll(/fade-bead-cafe|(?<!\d)4711(?!\d)/g, '[secret]');
const find = (texts: readonly string[], wanted: string): string | null => {
  const found = findUnmaskedText(texts, wanted, mask);
  return found && `${found.first.text}:${found.first.offset} to ${found.last.text}:${found.last.offset}`;
};

it('a text is found whatever its blanks and its case', () => {
  expect(find(['Your  order', '\n', ' is Ready'], 'ORDER is r')).toBe('0:6 to 2:4');
  expect(find(['İstanbul is far'], 'is far')).toBe('0:9 to 0:14');
  expect(find(['Your order'], 'none')).toBeNull();
  expect(find(['Your order'], ' ')).toBeNull();
});

it('what is masked matches nothing', { tags: ['security'] }, () => {
  expect(find(['Typed: fade-bead-cafe today'], 'Typed: f')).toBeNull();
  expect(find(['Typed: fade-bead-cafe today'], 'cafe')).toBeNull();
  expect(find(['Typed: fade', '-bead-', 'cafe today'], 'Typed: fa')).toBeNull();
  expect(find(['Number', '4711', '2 pieces'], '47')).toBeNull();
});

it('what stands around and behind a masked text is found', () => {
  expect(find(['Typed: fade-bead-cafe today'], 'today')).toBe('0:22 to 0:26');
  expect(find(['Typed: fade-bead-cafe today'], 'typed:')).toBe('0:0 to 0:5');
  expect(find(['fade-bead-cafe', 'a café', 'a cafe'], 'cafe')).toBe('2:2 to 2:5');
});
