const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Returns the epoch ms of an ISO 8601 date or time, in UTC when it has no offset; null for any other text. */
export function parseInstant(text: string): number | null {
  const [whole, offset] = isoDate.exec(text) ?? [];
  if (whole === undefined) return null;
  const at = Date.parse(whole.length > 10 && !offset ? `${whole}Z` : whole);
  return Number.isNaN(at) ? null : at;
}

/** The `msg` and `type` of a text that is no instant. */
export const noInstant = {
  message: 'Input should be a valid ISO 8601 date-time',
  type: 'datetime_parsing',
} as const;
