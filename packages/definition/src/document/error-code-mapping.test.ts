import { expect, it } from 'vitest';
import { mappingProblems, trimmedMapping } from './error-code-mapping.ts';

const reasons = (mapping: unknown) =>
  mappingProblems(mapping, ['error_code_mapping']).map(
    ({ path, message }) => `${path.join('.').slice(0, 40)}: ${message}`,
  );
const entries = (count: number, text = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`code_${index}`, text]));

it('100 entries, codes of 128 and texts of 2000 characters are taken; characters count, not code units', () => {
  expect(reasons(entries(100))).toEqual([]);
  expect(reasons({ ['c'.repeat(128)]: 'é'.repeat(2000), ok: '😀'.repeat(2000) })).toEqual([]);
  expect(reasons({ a: '', b: ' padded ' })).toEqual([]);
  expect(reasons(null)).toEqual([]);
});

it('one more of anything is refused, and every problem is reported', () => {
  expect(reasons(entries(101))).toEqual([expect.stringContaining('101 error codes are mapped, at most 100')]);
  expect(reasons({ ['c'.repeat(129)]: 'x'.repeat(2001) })).toEqual([
    expect.stringContaining('has 129 characters, at most 128'),
    expect.stringContaining('has 2001 characters, at most 2000'),
  ]);
  expect(reasons(entries(20, 'x'.repeat(1700)))).toEqual([expect.stringContaining('at most 32768 (32 KiB)')]);
});

it('control characters, empty codes and codes that differ by space only are refused', () => {
  expect(reasons({ A: 'bell \u0007', 'B\u0000': 'x', C: 'two\nlines' })).toEqual([
    expect.stringMatching(/^error_code_mapping\.A: .*control character/),
    expect.stringContaining('control character'),
    expect.stringMatching(/^error_code_mapping\.C: .*control character/),
  ]);
  expect(reasons({ ' ': 'x' })).toEqual([expect.stringContaining('a code is empty')]);
  expect(reasons({ A: 'x', 'A ': 'y' })).toEqual([expect.stringContaining('`A` is there twice')]);
});

it('space around codes and texts is taken away', () => {
  expect(trimmedMapping({ ' A ': ' text\n' })).toEqual({ A: 'text' });
  expect(trimmedMapping(null)).toBeNull();
});
