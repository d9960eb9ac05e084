import { describe, expect, it } from 'vitest';
import { formatInZone, timeZones } from './zoned-time.ts';

describe('times in a zone', () => {
  it.each([
    ['2026-01-12T08:00:00Z', 'Europe/Berlin', /^Mon, 12 Jan 2026,? (?:at )?09:00 (?:CET|GMT\+1)$/],
    ['2026-07-13T07:00:00Z', 'Europe/Berlin', /^Mon, 13 Jul 2026,? (?:at )?09:00 (?:CEST|GMT\+2)$/],
    ['2026-07-13T07:00:00Z', 'Mars/Base', /^Mon, 13 Jul 2026,? (?:at )?07:00 UTC$/],
  ])('%s in %s', (at, zone, text) => {
    expect(formatInZone(at, zone)).toMatch(text);
  });

  it('the list begins with UTC and has the zone of the record once', () => {
    expect(timeZones('Mars/Base').slice(0, 2)).toEqual(['UTC', 'Mars/Base']);
    expect(timeZones('Europe/Berlin').filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1);
  });
});
