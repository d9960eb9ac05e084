/** Native fields for dates and times, each with a notation of its own. */
export type DateType = 'date' | 'time' | 'month' | 'week' | 'datetime-local';

/** Notation of the value of a native field. */
export const dateNotation: Readonly<Record<DateType, string>> = {
  date: 'yyyy-mm-dd',
  time: 'hh:mm',
  month: 'yyyy-mm',
  week: 'yyyy-Www',
  'datetime-local': 'yyyy-mm-ddThh:mm',
};

/** Returns true for the type of a date or time input. */
export function isDateType(type: string): type is DateType {
  return Object.hasOwn(dateNotation, type);
}

/**
 * Returns a date or time in the notation of its native field; null when the text is none or ambiguous. Days and months in
 * digits are told apart by their size alone: 05/06/2026 is refused.
 */
export function isoDate(type: DateType, text: string): string | null {
  const plain = text.trim();
  if (plain === '') return '';
  switch (type) {
    case 'date':
      return dayOf(plain);
    case 'time':
      return timeOf(plain);
    case 'month':
      return monthOf(plain);
    case 'week': {
      const [, year, week] = /^(\d{4})\s*-?\s*W?(\d{1,2})$/i.exec(plain) ?? [];
      return year && week && Number(week) >= 1 && Number(week) <= 53 ? `${year}-W${two(week)}` : null;
    }
    case 'datetime-local': {
      const [, date = '', time = ''] =
        /^(.*\d{4}.*?|.*?\d{1,2})(?:T|,?\s+at\s+|,?\s+)(\d{1,2}(?::\d{2}){0,2}(?:\.\d+)?\s*(?:[ap]\.?m\.?)?)Z?$/i.exec(
          plain,
        ) ?? [];
      const [day, clock] = [dayOf(date), timeOf(time)];
      return day && clock ? `${day}T${clock}` : null;
    }
  }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?$/.exec(text) ?? [];
  if (year && month && day) return dated(year, month, day);
  const [, one, other, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (one && other && last) {
    if (Number(one) === Number(other)) return dated(last, one, other);
    if (Number(one) > 12) return dated(last, other, one);
    return Number(other) > 12 ? dated(last, one, other) : null;
  }
  const worded = parseWordedDate(text);
  return worded ? dated(worded.year, worded.month, worded.day) : null;
}

function parseWordedDate(text: string): { year: string; month: string; day: string } | null {
  const plain = text.replace(/^\p{L}+day,?\s+/iu, '');
  const [, day, word, year] =
    /^(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(\p{L}{3,})\.?,?\s+(\d{4})$/u.exec(plain) ?? [];
  if (day && word && year) return withMonth(word, day, year);
  const [, first, second, third] =
    /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(plain) ?? [];
  return first && second && third ? withMonth(first, second, third) : null;
}

function withMonth(
  word: string,
  day: string,
  year: string,
): { year: string; month: string; day: string } | null {
  const month = months.indexOf(word.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : { year, month: String(month), day };
}

function monthOf(text: string): string | null {
  const [, year, month] = /^(\d{4})[-/.](\d{1,2})(?:[-/.]\d{1,2})?$/.exec(text) ?? [];
  if (year && month) return dated(year, month, '1')?.slice(0, 7) ?? null;
  const [, first, last] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (first && last) return dated(last, first, '1')?.slice(0, 7) ?? null;
  const [, word, inYear] = /^(\p{L}{3,})\.?,?\s+(\d{4})$/u.exec(text) ?? [];
  const worded = word && inYear ? withMonth(word, '1', inYear) : null;
  return worded ? (dated(worded.year, worded.month, '1')?.slice(0, 7) ?? null) : null;
}

function timeOf(text: string): string | null {
  const [, hour, minute = '00', second, half] =
    /^(\d{1,2})(?::(\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?m?\.?$/i.exec(text.trim()) ?? [];
  if (!hour || (!half && !text.includes(':'))) return null;
  const isLate = half?.toLowerCase() === 'p';
  const hours = half ? (Number(hour) % 12) + (isLate ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59 || (half && Number(hour) > 12))
    return null;
  const tail = second && second !== '00' ? `:${second}` : '';
  return `${two(String(hours))}:${minute}${tail}`;
}

function dated(year: string, month: string, day: string): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? `${year}-${two(month)}-${two(day)}` : null;
}

function two(part: string): string {
  return part.padStart(2, '0');
}
