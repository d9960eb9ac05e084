/** Returns an instant in a time zone, such as `Mon, 30 Nov 2026, 09:00 CET`; in UTC when the zone is unknown here. */
export function formatInZone(at: string | number, timeZone: string): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(new Date(at));
  try {
    return format(timeZone);
  } catch (error) {
    // The service may know zones that this browser does not.
    if (!(error instanceof RangeError)) throw error;
    return format('UTC');
  }
}

/** Returns the names of time zones, UTC first, and `known`, which a record may have though the browser does not list it. */
export function timeZones(known: string): readonly string[] {
  return [...new Set(['UTC', known, ...Intl.supportedValuesOf('timeZone')])];
}

/** Returns the time zone of this browser. */
export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
