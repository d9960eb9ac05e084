import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatDuration,
  formatElapsed,
  formatMoney,
  formatNumber,
  inWords,
} from './format.ts';

describe('formatted values', () => {
  it.each([
    [null, '–'],
    [0, '0 ms'],
    [820.4, '820 ms'],
    [4_210, '4.2 s'],
    [59_960, '1 min 00 s'],
    [185_000, '3 min 05 s'],
    [7_800_000, '2 h 10 min'],
  ])('%j ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('an elapsed time is told in whole seconds', () => {
    expect([-20, 999, 13_980, 59_990, 61_500].map(formatElapsed)).toEqual([
      ...['0 s', '0 s', '13 s', '59 s', '1 min 01 s'],
    ]);
  });

  it('a count has its noun in the singular or plural', () => {
    expect([0, 1, 1200].map((count) => formatCount(count, 'row'))).toEqual(['0 rows', '1 row', '1,200 rows']);
  });

  it.each([
    [null, '–'],
    [0, '$0'],
    [0.000_01, '< $0.0001'],
    [0.0123, '$0.0123'],
    [1.5, '$1.50'],
  ])('%j dollars are %s', (dollars, text) => {
    expect(formatMoney(dollars)).toBe(text);
  });

  it('numbers have separators, bytes a unit, names of the API spaces', () => {
    expect(formatNumber(1_234_567)).toBe('1,234,567');
    expect([null, 0, 999, 1_200, 5_000_000_000].map(formatBytes)).toEqual([
      '–',
      '0 B',
      '999 B',
      '1.2 kB',
      '5.0 GB',
    ]);
    expect(['timed_out', 'goto_url', 'api'].map(inWords)).toEqual(['Timed out', 'Goto URL', 'API']);
  });

  it.each([
    [-2_000, 'just now'],
    [-61_000, '1 min ago'],
    [-7_200_000, '2 h ago'],
    [-86_400_000, '1 day ago'],
    [90_000, 'in 2 min'],
  ])('%i ms from now is %s', (offset, text) => {
    expect(formatAgo(1_000_000_000 + offset, 1_000_000_000)).toBe(text);
  });
});
