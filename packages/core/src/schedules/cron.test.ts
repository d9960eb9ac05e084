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

  it.each(['*/15 * * * *', '0,15,30,45 * * * *', '0-59/15 0-23 * * *'])(
    'of an interval come on through an hour that the clock repeats: %s',
    (cron) => {
      expect(dueTimes(cron, 'Europe/Berlin', '2026-10-25T00:20', 8)).toEqual([
        '2026-10-25T00:30',
        '2026-10-25T00:45',
        '2026-10-25T01:00',
        '2026-10-25T01:15',
        '2026-10-25T01:30',
        '2026-10-25T01:45',
        '2026-10-25T02:00',
        '2026-10-25T02:15',
      ]);
      expect(dueTimes(cron, 'America/New_York', '2026-11-01T05:45', 3)).toEqual([
        '2026-11-01T06:00',
        '2026-11-01T06:15',
        '2026-11-01T06:30',
      ]);
    },
  );

  it.each(['*/15 * * * *', '*/15 1-3 * * *'])(
    'of an interval come on through an hour that the clock skips: %s',
    (cron) => {
      expect(dueTimes(cron, 'Europe/Berlin', '2026-03-29T00:30', 4)).toEqual([
        '2026-03-29T00:45',
        '2026-03-29T01:00',
        '2026-03-29T01:15',
        '2026-03-29T01:30',
      ]);
    },
  );

  it.each([
    ['30 * * * *', 'Europe/Berlin', '2026-10-24T23:00', ['23:30', '00:30', '01:30', '02:30']],
    ['0 */2 * * *', 'Europe/Berlin', '2026-10-24T21:00', ['22:00', '00:00', '01:00', '03:00']],
    ['0 */2 * * *', 'Europe/Berlin', '2026-03-28T22:00', ['23:00', '01:00', '02:00', '04:00']],
    ['*/30 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:00', ['14:30', '15:00', '15:30', '16:00']],
  ])('%s in %s after %s has no gap where the clock changes', (cron, timezone, after, times) => {
    expect(dueTimes(cron, timezone, after, 4).map((time) => time.slice(11))).toEqual(times);
  });

  it('of an interval on some days a year come on through an hour that the clock repeats', () => {
    expect(dueTimes('45 0-2/2 25 10 *', 'Europe/Berlin', '2026-01-01T00:00', 4)).toEqual([
      '2026-10-24T22:45',
      '2026-10-25T00:45',
      '2026-10-25T01:45',
      '2027-10-24T22:45',
    ]);
  });

  it('are later than the given time, also in an hour that the clock shows again', () => {
    expect(dueTimes('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:05', 1)).toEqual(['2026-10-26T01:30']);
    expect(dueTimes('5 3 * * *', 'Europe/Berlin', '2026-10-25T01:50', 1)).toEqual(['2026-10-25T02:05']);
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
