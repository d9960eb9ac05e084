import { describe, expect, it } from 'vitest';
import { countItems, mergeData } from './merge-data.ts';

describe('mergeData', () => {
  it('concatenates lists and keeps items that both parts have once', () => {
    const parts = [{ rows: [{ n: 1 }, { n: 2 }] }, { rows: [{ n: 2 }, { n: 3 }] }, { rows: null }];
    expect(mergeData(parts)).toEqual({ rows: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  });

  it('keeps equal rows of one part, which the page shows twice', () => {
    expect(mergeData([null, [{ n: 1 }, { n: 1 }]])).toEqual([{ n: 1 }, { n: 1 }]);
  });

  it('takes the first non-null value', () => {
    expect(
      mergeData([
        { a: null, b: 1 },
        { a: 'x', b: 2, c: 3 },
      ]),
    ).toEqual({ a: 'x', b: 1, c: 3 });
  });
});

describe('countItems', () => {
  it('counts the items of lists, and data without lists as one', () => {
    expect([null, 'x', { a: 1 }, [1, 2], { a: [1], b: [2, 3], c: 4 }].map(countItems)).toEqual([
      0, 1, 1, 2, 3,
    ]);
  });
});
