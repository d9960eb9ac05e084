import { describe, expect, it } from 'vitest';
import { countItems, countListItems, mergePages, mergeParts } from './merge-data.ts';

describe('mergeParts', () => {
  it('concatenates lists and keeps equal rows, which the page shows twice', () => {
    const parts = [{ rows: [{ n: 1 }, { n: 2 }] }, { rows: [{ n: 2 }, { n: 2 }] }, { rows: null }];
    expect(mergeParts(parts)).toEqual({ rows: [{ n: 1 }, { n: 2 }, { n: 2 }, { n: 2 }] });
  });

  it('takes the first non-null value', () => {
    expect(
      mergeParts([
        { a: null, b: 1 },
        { a: 'x', b: 2, c: 3 },
      ]),
    ).toEqual({ a: 'x', b: 1, c: 3 });
  });
});

describe('mergePages', () => {
  it('adds only the items that earlier pages do not have', () => {
    expect(mergePages({ rows: [{ n: 1 }, { n: 2 }] }, { rows: [{ n: 2 }, { n: 3 }] })).toEqual({
      rows: [{ n: 1 }, { n: 2 }, { n: 3 }],
    });
  });

  it('keeps equal rows of one page', () => {
    expect(mergePages(null, [{ n: 1 }, { n: 1 }])).toEqual([{ n: 1 }, { n: 1 }]);
    expect(mergePages([{ n: 0 }, { n: 1 }], [{ n: 1 }, { n: 2 }, { n: 1 }])).toEqual([
      { n: 0 },
      { n: 1 },
      { n: 2 },
      { n: 1 },
    ]);
  });

  it('adds nothing when the same page comes again', () => {
    const page = { rows: [{ n: 1 }, { n: 1 }, { n: 2 }] };
    expect(mergePages(page, page)).toEqual(page);
  });
});

describe('countItems', () => {
  it('counts the items of lists, and data without lists as one', () => {
    expect([null, 'x', { a: 1 }, [1, 2], { a: [1], b: { c: [2, 3] }, d: 4 }].map(countItems)).toEqual([
      0, 1, 1, 2, 3,
    ]);
  });
});

describe('countListItems', () => {
  it('is null for data without lists', () => {
    expect([null, { a: 1 }, { a: [] }].map(countListItems)).toEqual([null, null, 0]);
  });
});
