/** A cron expression as the fields of a form; `custom` is any other expression. */
export type CronPattern =
  | { readonly every: 'minutes'; readonly minutes: number }
  | { readonly every: 'hour'; readonly minute: number }
  /** `time` is such as `09:30`. */
  | { readonly every: 'day'; readonly time: string }
  /** `days` count from 0, which is Sunday. */
  | { readonly every: 'week'; readonly time: string; readonly days: readonly number[] }
  | { readonly every: 'month'; readonly time: string; readonly day: number }
  | { readonly every: 'custom'; readonly cron: string };

/** Intervals in minutes that a form offers: they divide an hour. */
export const minuteIntervals = [1, 2, 5, 10, 15, 20, 30];

/** Writes a pattern as a cron expression. */
export function writeCron(pattern: CronPattern): string {
  switch (pattern.every) {
    case 'minutes':
      return `${pattern.minutes === 1 ? '*' : `*/${pattern.minutes}`} * * * *`;
    case 'hour':
      return `${pattern.minute} * * * *`;
    case 'day':
      return `${clock(pattern.time)} * * *`;
    case 'week':
      return `${clock(pattern.time)} * * ${weekdayField(pattern.days)}`;
    case 'month':
      return `${clock(pattern.time)} ${pattern.day} * *`;
    case 'custom':
      return pattern.cron;
  }
}

/** Reads a cron expression as the pattern that writes the same times. */
export function readCron(cron: string): CronPattern {
  const custom = { every: 'custom', cron } as const;
  const [minute, hour, day, month, weekday, ...more] = cron.trim().split(/\s+/);
  if (weekday === undefined || more.length > 0 || month !== '*') return custom;
  const interval = minute === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(minute ?? '')?.[1]);
  if (hour === '*' && day === '*' && weekday === '*') {
    if (minuteIntervals.includes(interval)) return { every: 'minutes', minutes: interval };
    const at = numberIn(minute, 0, 59);
    return at === null ? custom : { every: 'hour', minute: at };
  }
  const [atHour, atMinute] = [numberIn(hour, 0, 23), numberIn(minute, 0, 59)];
  if (atHour === null || atMinute === null) return custom;
  const time = `${two(atHour)}:${two(atMinute)}`;
  if (day === '*' && weekday === '*') return { every: 'day', time };
  if (day === '*') {
    const days = daysOf(weekday);
    return days === null ? custom : { every: 'week', time, days };
  }
  const ofMonth = numberIn(day, 1, 31);
  return weekday === '*' && ofMonth !== null ? { every: 'month', time, day: ofMonth } : custom;
}

function clock(time: string): string {
  const [hour, minute] = time.split(':').map(Number);
  return `${minute} ${hour}`;
}

/** Writes days with ranges of three and more: `1-5`, `0,6`. */
function weekdayField(days: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === day - 1) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges
    .map(([from, to]) => (to - from >= 2 ? `${from}-${to}` : from === to ? `${from}` : `${from},${to}`))
    .join(',');
}

function daysOf(field: string): readonly number[] | null {
  const days = new Set<number>();
  for (const part of field.split(',')) {
    const [, from, to = from] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? [];
    if (from === undefined || Number(to) < Number(from)) return null;
    for (let day = Number(from); day <= Number(to); day += 1) days.add(day % 7);
  }
  return [...days].sort((a, b) => a - b);
}

function numberIn(text: string | undefined, least: number, most: number): number | null {
  if (text === undefined || !/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
