import type { DayUse } from '@runwright/contract';

/** What the model calls of some runs have used. */
export interface RunsUse {
  /** Number of the runs. */
  readonly runs: number;
  /** Tokens of prompts and answers together. */
  readonly tokens: number;
  /** US dollars of the runs whose cost is known. */
  readonly cost: number;
  /** Number of the runs that called a model whose price is not known. */
  readonly unpricedRuns: number;
}

/** Model use of the runs that an organization has created in some days (UTC). Runs that were deleted are not in it. */
export interface Spending {
  /** A row for each day, the earliest first. A run counts for the day on which it was created. */
  readonly days: readonly (RunsUse & { readonly day: string })[];
  /** The 100 workflows that cost most; null for all tasks together. */
  readonly workflows: readonly (RunsUse & {
    readonly workflowPermanentId: string | null;
    /** That of the version which ran last; null for tasks. */
    readonly title: string | null;
  })[];
  /** Limits of the host for a run, and for an organization in a day; null: none. */
  readonly caps: {
    readonly runCost: number | null;
    readonly runTokens: number | null;
    readonly dayCost: number | null;
    readonly dayTokens: number | null;
  };
  /** What counts against the limits of the current day; null when there are none. */
  readonly today: Pick<DayUse, 'day' | 'tokens' | 'cost'> | null;
  /** False when there are so many runs that the oldest of them are left out. */
  readonly isComplete: boolean;
}

/** Days of a {@link Spending}, both inclusive, such as `2026-03-31`. */
export interface SpendingQuery {
  /** Default: 29 days before `to`. */
  readonly from?: string;
  /** Default: today. */
  readonly to?: string;
}
