/** Formats an instant for a record: ISO 8601, UTC, milliseconds, `Z`. */
export function formatDate(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Formats an instant as {@link formatDate} does; null when it has not come. */
export function formatDateOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : formatDate(epochMs);
}
