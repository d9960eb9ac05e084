import type { SpendingQuery } from '@runwright/client';

/** Period and tab in the address. */
export interface SpendingSearch {
  /** Number of days until today; 30 unless `from` or `to` is given. */
  readonly days?: number;
  /** First and last day in UTC, such as `2026-03-31`, of a period that does not end today. */
  readonly from?: string;
  readonly to?: string;
  readonly tab?: SpendingTab;
}

/** Tabs of the page. */
export const spendingTabs = ['days', 'workflows', 'credits'] as const;
export type SpendingTab = (typeof spendingTabs)[number];

/** Periods that are offered, in days. */
export const periods = [7, 30, 90, 365] as const;

const dayMs = 86_400_000;

/** Reads the search; what is no period and no tab is left out. */
export function spendingSearch(search: Readonly<Record<string, unknown>>): SpendingSearch {
  const { days, from, to, tab } = search;
  return {
    ...(periods.some((period) => period === days) ? { days: Number(days) } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(spendingTabs.some((one) => one === tab) ? { tab: tab as SpendingTab } : {}),
  };
}

/** Returns the days of the period, both inclusive. */
export function periodOf({ days, from, to }: SpendingSearch, now: number): Required<SpendingQuery> {
  const last = to ?? dayOf(now);
  const length = days ?? 30;
  return { from: from ?? dayOf(Date.parse(last) - (length - 1) * dayMs), to: last };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}
