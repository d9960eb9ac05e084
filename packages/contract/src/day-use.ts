/** Tokens and cost of the model calls of an organization in one day. */
export interface DayUse {
  readonly organizationId: string;
  /** A day in UTC, such as `2026-03-31`. */
  readonly day: string;
  /** Tokens of prompts and answers together. */
  readonly tokens: number;
  /** US dollars of the calls whose price is known. */
  readonly cost: number;
}

/** Most tokens and US dollars that may be used; null: no limit. */
export interface UseCaps {
  readonly tokens: number | null;
  readonly cost: number | null;
}

/**
 * Returns the use of a day after more of it; null when an amount above 0 brings the sum above its cap. Amounts below 0 take
 * back what was added before.
 */
export function addedDayUse(stored: DayUse, more: DayUse, caps: UseCaps): DayUse | null {
  const tokens = Math.max(0, stored.tokens + more.tokens);
  const cost = Math.max(0, stored.cost + more.cost);
  if (more.tokens > 0 && caps.tokens !== null && tokens > caps.tokens) return null;
  if (more.cost > 0 && caps.cost !== null && cost > caps.cost) return null;
  return { ...stored, tokens, cost };
}
