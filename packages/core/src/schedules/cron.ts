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

/** Returns the first time after `after` (epoch ms) at which a cron expression is due in a time zone; null when there is none. */
export function nextDueTime(
  { cron, timezone }: { readonly cron: string; readonly timezone: string },
  after: number,
): number | null {
  return new Cron(cron.trim(), { timezone }).nextRun(new Date(after))?.getTime() ?? null;
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
