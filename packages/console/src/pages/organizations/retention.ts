/** Returns how long runs are kept after their end, as text. */
export function retentionText(days: number | null): string {
  if (days === null) return 'For ever, unless the service has a limit';
  return days === 1 ? '1 day' : `${days} days`;
}

/** Reads a number of days; null for the setting of the service, undefined for what is neither. */
export function readRetention(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const days = Number(trimmed);
  return Number.isInteger(days) && days >= 1 && days <= 36_500 ? days : undefined;
}
