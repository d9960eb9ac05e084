import { describe, expect, it } from 'vitest';
import { cronProblem, nextDueTime, timezoneProblem } from './cron.ts';

const utc = (text: string) => Date.parse(`${text}:00Z`);
/** The next due times, in UTC to the minute. */
function dueTimes(cron: string, timezone: string, after: string, count: number): readonly string[] {
  const times: string[] = [];
  let at = utc(after);
  for (let index = 0; index < count; index += 1) {
    at = nextDueTime({ cron, timezone }, at) ?? Number.NaN;
    times.push(new Date(at).toISOString().slice(0, 16));
  }
  return times;
}

describe('due times', () => {
  it('are after the given time, at full minutes', () => {
    expect(dueTimes('*/20 * * * *', 'UTC', '2026-01-01T00:00', 3)).toEqual([
      '2026-01-01T00:20',
      '2026-01-01T00:40',
      '2026-01-01T01:00',
    ]);
    expect(nextDueTime({ cron: '* * * * *', timezone: 'UTC' }, utc('2026-01-01T00:00') + 1)).toBe(
      utc('2026-01-01T00:01'),
    );
  });

  it('keep the time of day in their zone across a change of the clock', () => {
    expect(dueTimes('0 9 * * *', 'Europe/Berlin', '2026-03-28T00:00', 2)).toEqual([
      '2026-03-28T08:00',
      '2026-03-29T07:00',
    ]);
    expect(dueTimes('0 9 * * *', 'America/New_York', '2026-10-31T00:00', 2)).toEqual([
      '2026-10-31T13:00',
      '2026-11-01T14:00',
    ]);
  });

  it('of an hour that the clock skips come once, when it has been moved', () => {
    expect(dueTimes('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00', 2)).toEqual([
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ]);
  });

  it('of an hour that the clock repeats come once', () => {
    expect(dueTimes('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  it('take the 29th of February and the last of several conditions', () => {
    expect(dueTimes('0 0 29 2 *', 'UTC', '2026-01-01T00:00', 1)).toEqual(['2028-02-29T00:00']);
    expect(dueTimes('0 0 13 * 5', 'UTC', '2026-02-01T00:00', 2)).toEqual([
      '2026-02-06T00:00',
      '2026-02-13T00:00',
    ]);
  });
});

it.each(['* * * * *', '0 9 * * 1-5', ' 0  9 * * MON ', '*/5 8-18 1,15 */2 *'])(
  '%j is a cron expression',
  (cron) => {
    expect(cronProblem(cron)).toBeNull();
  },
);

it.each(['', '* * * *', '* * * * * *', '@daily', '60 * * * *', '* 24 * * *', 'a b c d e', '0 0 30 2 *'])(
  '%j is none',
  (cron) => {
    expect(cronProblem(cron)).toEqual(expect.any(String));
  },
);

it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'])('%s is a time zone', (timezone) => {
  expect(timezoneProblem(timezone)).toBeNull();
});

it.each(['', '+01:00', 'Mars/Olympus', 'Berlin', ' UTC'])('%j is none, as a time zone', (timezone) => {
  expect(timezoneProblem(timezone)).toEqual(expect.any(String));
});
