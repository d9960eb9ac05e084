import { expect, it } from 'vitest';
import { periodOf, spendingSearch } from './spending-search.ts';

const now = Date.parse('2026-03-31T23:59:00Z');

it('a period is 30 days until today, unless the address names another one', () => {
  expect(periodOf({}, now)).toEqual({ from: '2026-03-02', to: '2026-03-31' });
  expect(periodOf({ days: 7 }, now)).toEqual({ from: '2026-03-25', to: '2026-03-31' });
  expect(periodOf({ from: '2026-02-01', to: '2026-02-28' }, now)).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  });
});

it('what is no period, no day and no tab is left out of the address', () => {
  expect(spendingSearch({ days: 12, from: '2026-2-1', to: '2026-99-99', tab: 'else' })).toEqual({});
  expect(spendingSearch({ days: 90, from: '2026-02-01', tab: 'credits' })).toEqual({
    days: 90,
    from: '2026-02-01',
    tab: 'credits',
  });
});
