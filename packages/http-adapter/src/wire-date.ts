/** An instant in an answer: ISO 8601, UTC, milliseconds, `Z`. */
export function wireDate(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** The same for an instant that may not have come. */
export function wireDateOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : wireDate(epochMs);
}
