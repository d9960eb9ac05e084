import type { DateFieldState } from '../in-page/date-field.ts';
import {
  type DateFormat,
  formatIn,
  formatLike,
  formatOf,
  type Moment,
  readMoment,
  writeMoment,
} from './date-format.ts';

/** The days or times that a text names: one, or the two ends of a range; null when it names none. */
export function momentsIn(
  text: string,
  format: DateFormat | null,
  language: string,
): readonly Moment[] | null {
  const one = readMoment(text, format, language);
  if (one) return [one];
  for (const mark of [/\s+(?:-|–|—|to|until|~|→|\.\.)\s+/, /\s*(?:\.\.|\/|–|—|→|~)\s*/]) {
    const ends = text.split(mark);
    if (ends.length !== 2) continue;
    const moments = ends.map((end) => readMoment(end, format, language)).filter((moment) => moment !== null);
    if (moments.length === 2) return moments;
  }
  return null;
}

/** The format that a field gives away; null when it gives none. */
export function givenFormat({ hints, value }: Pick<DateFieldState, 'hints' | 'value'>): DateFormat | null {
  for (const hint of hints) {
    const format = formatOf(hint);
    if (format) return format;
  }
  return formatLike(value);
}

/**
 * Returns the texts to try in a field without a known format: those that are unambiguous, and
 * the one of its language, which cannot always.
 */
export function guessedTexts(
  moments: readonly Moment[],
  language: string,
): { readonly certain: readonly string[]; readonly last: string } {
  const write = (format: DateFormat): string =>
    moments.map((moment) => writeMoment(moment, format, language)).join(' - ');
  const isTime = moments.every(({ year }) => year === undefined);
  const own = write(formatIn(language, isTime ? 'time' : 'day'));
  if (isTime) return { certain: [write(formatOf('HH:mm') ?? []), own], last: own };
  const hasTime = moments.some(({ hour }) => hour !== undefined);
  const iso = write(formatOf(hasTime ? 'yyyy-MM-dd HH:mm' : 'yyyy-MM-dd') ?? []);
  const isCertain = moments.every(({ day = 0, month }) => day > 12 || day === month);
  return { certain: isCertain && !hasTime ? [iso, own] : [iso], last: own };
}
