import { Cron } from 'croner';

/** Returns why a cron expression cannot be used; null when it can. The reason ends a sentence. */
export function cronProblem(cron: string): string | null {
  if (cron.trim().split(/\s+/).length !== 5) {
    return 'it needs five fields: minute, hour, day of the month, month, day of the week';
  }
  try {
    return new Cron(cron.trim()).nextRun() === null ? 'it is never due' : null;
  } catch {
    return `\`${cron}\` is no cron expression; write it like \`30 9 * * 1-5\``;
  }
}

/** Returns why a time zone cannot be used; null when it can. The reason ends a sentence. */
export function timezoneProblem(timezone: string): string | null {
  const reason = `\`${timezone}\` is no time zone; use an IANA name such as Europe/Berlin`;
  if (!/^[a-z]/i.test(timezone)) return reason;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return null;
  } catch {
    return reason;
  }
}

/**
 * Returns the first time after `after` (epoch ms) at which a cron expression is due in a time zone; null when there is none. A time of day
 * that the clock skips is due when it has been moved, and one that it repeats is due once; an expression that names an interval, such
 * as every 15 minutes, is due through both hours.
 */
export function nextDueTime(
  { cron, timezone }: { readonly cron: string; readonly timezone: string },
  after: number,
): number | null {
  const pattern = cron.trim();
  const next = nextTimeOfDay(new Cron(pattern, { timezone }), after);
  if (next === null || !namesInterval(pattern)) return next;
  return Math.min(next, nextOnClock(new Cron(pattern, { timezone: 'UTC' }), timezone, after) ?? next);
}

/** Returns the first `count` times after `after` (epoch ms) at which a cron expression is due; fewer when there are no more. */
export function nextDueTimes(
  schedule: { readonly cron: string; readonly timezone: string },
  { after, count }: { readonly after: number; readonly count: number },
): readonly number[] {
  const times: number[] = [];
  while (times.length < count) {
    const next = nextDueTime(schedule, times.at(-1) ?? after);
    if (next === null) break;
    times.push(next);
  }
  return times;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns whether the minute or the hour is given as an interval rather than as times. */
function namesInterval(pattern: string): boolean {
  const [minute = '', hour = ''] = pattern.split(/\s+/);
  return /[*?/]/.test(minute + hour) || minute === '0-59' || hour === '0-23';
}

/** Each time of day once. In an hour that the clock shows again the library finds the times of the first one. */
function nextTimeOfDay(cron: Cron, after: number): number | null {
  for (let from = after; ; from += minuteMs) {
    const next = cron.nextRun(new Date(from))?.getTime() ?? null;
    if (next === null || next > after) return next;
  }
}

/** Returns the first time at which the clock shows what the expression names, as often as it shows it; `cron` is in UTC. */
function nextOnClock(cron: Cron, timezone: string, after: number): number | null {
  const offsetAt = offsetReader(timezone);
  let from = after;
  let offset = offsetAt(after);
  for (;;) {
    const shown = cron.nextRun(new Date(from + offset));
    if (shown === null) return null;
    const next = shown.getTime() - offset;
    const near = Math.min(next, from + 2 * dayMs);
    const change = findChange(offsetAt, { from, to: near, offset });
    if (change === null && next === near) return next;
    // The clock may change between; what it shows until a day before has been looked at.
    from = change === null ? next - dayMs : change - 1;
    offset = offsetAt(from + 1);
  }
}

/** Returns the first time, up to `to`, at which another offset holds; null when there is none. */
function findChange(
  offsetAt: (at: number) => number,
  { from, to, offset }: { readonly from: number; readonly to: number; readonly offset: number },
): number | null {
  for (let low = from; low < to; ) {
    let high = Math.min(low + dayMs, to);
    if (offsetAt(high) === offset) {
      low = high;
      continue;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === offset) low = middle;
      else high = middle;
    }
    return high;
  }
  return null;
}

/** Returns a function that reads how far the clock of a zone is ahead of UTC, in ms. */
function offsetReader(timezone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  return (at) => {
    const text = format.format(at);
    const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(text) ?? [];
    const ahead = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000;
    return sign === '-' ? -ahead : ahead;
  };
}
