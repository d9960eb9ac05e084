/** A day, a time, or both. Months count from 1. */
export interface Moment {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}

type Part = keyof Moment | 'period';

/** Format of a moment in a field: its parts and the texts between them. */
export type DateFormat = readonly (
  | { readonly part: Part; readonly length: number }
  | { readonly text: string }
)[];

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/**
 * Returns the format that a hint such as `DD.MM.YYYY`, `yyyy-mm-dd`, `jj/mm/aaaa` or `hh:mm aa` describes; null when it
 * describes none.
 */
export function formatOf(hint: string): DateFormat | null {
  const runs = hint.trim().match(/([A-Za-z])\1*|[^A-Za-z]+/g) ?? [];
  if (!/^[\sA-Za-z.,:/\-年月日]+$/.test(hint.trim()) || runs.length > 15) return null;
  const format: DateFormat[number][] = [];
  for (const run of runs) {
    if (!/^[A-Za-z]/.test(run)) {
      format.push({ text: run });
      continue;
    }
    const part = partOf(run, format);
    if (!part) return null;
    format.push({ part, length: run.length });
  }
  const has = (part: Part): boolean => format.some((piece) => 'part' in piece && piece.part === part);
  const isDay = has('year') && has('month');
  return isDay || (has('hour') && has('minute')) ? format : null;
}

function partOf(run: string, before: DateFormat): Part | null {
  const letter = run[0] ?? '';
  const last = before.findLast((piece) => 'part' in piece);
  const afterHour = last !== undefined && 'part' in last && last.part === 'hour';
  if (/^[yYjJaAg]{4}$/.test(run) || /^[yY]{1,2}$/.test(run)) return 'year';
  if (letter === 'M' || letter === 'm') return afterHour ? 'minute' : 'month';
  if (/^[dDjJtTgG]{1,2}$/.test(run)) return 'day';
  if (/^[hHkK]{1,2}$/.test(run)) return 'hour';
  if (/^[sS]{1,2}$/.test(run)) return 'second';
  return /^[aA]{1,2}$/.test(run) ? 'period' : null;
}

/** The format of a language for a day, or for a time. */
export function formatIn(language: string, of: 'day' | 'time'): DateFormat {
  const how: Intl.DateTimeFormatOptions =
    of === 'day'
      ? { year: 'numeric', month: '2-digit', day: '2-digit' }
      : { hour: '2-digit', minute: '2-digit' };
  const formatter = new Intl.DateTimeFormat(isLanguage(language) ? language : 'en', {
    ...how,
    timeZone: 'UTC',
  });
  const lengths: Partial<Record<string, number>> = { year: 4 };
  return formatter.formatToParts(new Date(0)).map(({ type, value }) => {
    if (type === 'dayPeriod') return { part: 'period', length: 2 };
    const part = (['year', 'month', 'day', 'hour', 'minute'] as const).find((one) => one === type);
    return part ? { part, length: lengths[part] ?? 2 } : { text: value };
  });
}

function isLanguage(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}

/** The format that a value which a field shows already is written in; null when it leaves a doubt. */
export function formatLike(value: string): DateFormat | null {
  const [, year, mark] = /^(\d{4})([-/.])\d{1,2}\2\d{1,2}$/.exec(value.trim()) ?? [];
  if (year !== undefined) return formatOf(`yyyy${mark}MM${mark}dd`);
  const [, first, sign, second] = /^(\d{1,2})([-/.])(\d{1,2})\2\d{4}$/.exec(value.trim()) ?? [];
  if (first === undefined || sign === undefined) return null;
  const dayFirst = Number(first) > 12 || sign === '.';
  if (!dayFirst && Number(second) <= 12) return null;
  return formatOf(dayFirst ? `dd${sign}MM${sign}yyyy` : `MM${sign}dd${sign}yyyy`);
}

/** Writes a moment in a format. */
export function writeMoment(moment: Moment, format: DateFormat, language: string): string {
  const has12 = format.some((piece) => 'part' in piece && piece.part === 'period');
  return format
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const { part, length } = piece;
      if (part === 'period') return (moment.hour ?? 0) < 12 ? 'AM' : 'PM';
      const number = moment[part] ?? 0;
      if (part === 'month' && length > 2) return monthName(number, language, length === 3 ? 'short' : 'long');
      if (part === 'year' && length === 2) return String(number % 100).padStart(2, '0');
      if (part === 'hour' && has12) return String(number % 12 || 12).padStart(length, '0');
      return String(number).padStart(length, '0');
    })
    .join('');
}

function monthName(month: number, language: string, style: 'short' | 'long'): string {
  const formatter = new Intl.DateTimeFormat(isLanguage(language) ? language : 'en', {
    month: style,
    timeZone: 'UTC',
  });
  return formatter.format(new Date(Date.UTC(2000, month - 1, 1)));
}

/** The moment that a text names, in a known format or in one that leaves no doubt; null when it names none. */
export function readMoment(text: string, format: DateFormat | null, language: string): Moment | null {
  const clean = text
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .trim();
  return (format && readAs(clean, format, language)) ?? readPlain(clean);
}

function readAs(text: string, format: DateFormat, language: string): Moment | null {
  const parts: Part[] = [];
  const pattern = format
    .map((piece) => {
      if ('text' in piece) return piece.text.trim() === '' ? '\\s*' : `\\s*${escaped(piece.text.trim())}\\s*`;
      parts.push(piece.part);
      if (piece.part === 'period') return '([AaPp])\\.?\\s*[Mm]?\\.?';
      if (piece.part === 'month' && piece.length > 2) return '([\\p{L}.]+)';
      return piece.part === 'year' && piece.length !== 2 ? '(\\d{4})' : '(\\d{1,2})';
    })
    .join('');
  const match = new RegExp(`^${pattern}$`, 'u').exec(text);
  if (!match) return null;
  const moment: Partial<Record<keyof Moment, number>> = {};
  let isLate: boolean | null = null;
  for (const [index, part] of parts.entries()) {
    const word = match[index + 1] ?? '';
    if (part === 'period') isLate = /p/i.test(word);
    else if (part === 'month' && !/^\d/.test(word)) moment.month = monthOf(word, language);
    else moment[part] = part === 'year' && word.length === 2 ? 2000 + Number(word) : Number(word);
  }
  if (isLate !== null && moment.hour !== undefined) moment.hour = (moment.hour % 12) + (isLate ? 12 : 0);
  return isReal(moment) ? moment : null;
}

/** The month that a word names in one of some languages; 0 when none. */
export function monthOf(word: string, language: string): number {
  const plain = word.toLowerCase().replace(/\.$/, '');
  if (plain.length < 3) return 0;
  for (const one of [language, ...languages]) {
    for (let month = 1; month <= 12; month += 1) {
      const long = monthName(month, one, 'long').toLowerCase();
      const short = monthName(month, one, 'short').toLowerCase().replace(/\.$/, '');
      if (plain === long || plain === short) return month;
    }
  }
  return 0;
}

function readPlain(text: string): Moment | null {
  const time = /(?:^|[T\s,])(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?m?\.?(?:Z)?$/i.exec(text);
  const rest = time ? text.slice(0, time.index) : text;
  const clock = time ? clockOf(time) : {};
  if (time && rest.trim() === '') return isReal(clock) ? clock : null;
  const day = dayOf(rest.trim());
  const moment = day && { ...day, ...clock };
  return moment && isReal(moment) ? moment : null;
}

function clockOf([, hour, minute, second, period]: RegExpExecArray): Moment {
  const late = period === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(period) ? 12 : 0);
  return { hour: late, minute: Number(minute), ...(second === undefined ? {} : { second: Number(second) }) };
}

function dayOf(text: string): Moment | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (german) return { day: Number(german[1]), month: Number(german[2]), year: Number(german[3]) };
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  // Only one of the two orders is a day when the other number is too great for a month.
  if (american && Number(american[1]) > 12)
    return { day: Number(american[1]), month: Number(american[2]), year: Number(american[3]) };
  if (american && (Number(american[2]) > 12 || american[1] === american[2]))
    return { month: Number(american[1]), day: Number(american[2]), year: Number(american[3]) };
  const words = text.match(/\p{L}+\.?|\d+/gu) ?? [];
  const month = words
    .map((word) => (/^\d/.test(word) ? 0 : monthOf(word, 'en')))
    .find((number) => number > 0);
  const year = words.find((word) => /^\d{4}$/.test(word));
  const day = words.find((word) => /^\d{1,2}$/.test(word));
  if (month === undefined || year === undefined || day === undefined || words.length > 5) return null;
  return { year: Number(year), month, day: Number(day) };
}

function isReal({ year, month, day, hour, minute, second }: Moment): boolean {
  if (year !== undefined && month !== undefined && day !== undefined) {
    const date = new Date(Date.UTC(year, month - 1, day));
    if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return false;
  } else if (year !== undefined && (month === undefined || month < 1 || month > 12)) return false;
  return (
    (hour ?? 0) < 24 && (minute ?? 0) < 60 && (second ?? 0) < 60 && (year !== undefined || hour !== undefined)
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Returns true when a text contains the numbers of a day, or its month by name. Enough when the day was selected. */
export function mentions(
  text: string,
  { year, month, day, hour, minute }: Moment,
  language: string,
): boolean {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const named = (text.match(/\p{L}+/gu) ?? []).some((word) => monthOf(word, language) === month);
  const has = (number: number | undefined): boolean => number === undefined || numbers.includes(number);
  const isYear = year === undefined || has(year) || numbers.includes(year % 100);
  const isHour = hour === undefined || has(hour) || numbers.includes(hour % 12 || 12);
  return isYear && (named || has(month)) && has(day) && isHour && has(minute);
}

/** Returns true when no part that both moments have differs. */
export function isSameMoment(shown: Moment, wanted: Moment): boolean {
  const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
  return parts.every(
    (part) => wanted[part] === undefined || shown[part] === undefined || shown[part] === wanted[part],
  );
}
