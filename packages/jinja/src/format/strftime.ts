import { type CivilDate, dayOfYear, isoCalendar, padded, weekday } from '../value/calendar.ts';
import { type CivilTime, isoTime } from '../value/date-time.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A moment as `strftime` sees it. */
export interface CalendarTime {
  readonly days: number;
  readonly date: CivilDate;
  readonly time: CivilTime;
}

/** Formats a moment in the C locale. A directive that does not exist stays as it is written. */
export function strftime(format: string, moment: CalendarTime): string {
  return format.replace(/%(-?)([a-zA-Z%])/g, (whole, dash: string, letter: string) => {
    const text = directive(letter, moment);
    if (text === undefined) return whole;
    return dash === '' ? text : text.replace(/^[0 ]+(?=.)/, '');
  });
}

function directive(letter: string, moment: CalendarTime): string | undefined {
  return dateDirective(letter, moment) ?? timeDirective(letter, moment) ?? combined(letter, moment);
}

function dateDirective(letter: string, { days, date }: CalendarTime): string | undefined {
  const monday = weekday(days);
  switch (letter) {
    case 'Y':
      return String(date.year);
    case 'y':
      return padded(date.year % 100, 2);
    case 'C':
      return padded(Math.floor(date.year / 100), 2);
    case 'm':
      return padded(date.month, 2);
    case 'd':
      return padded(date.day, 2);
    case 'e':
      return String(date.day).padStart(2, ' ');
    case 'j':
      return padded(dayOfYear(days), 3);
    case 'B':
      return months[date.month - 1];
    case 'b':
    case 'h':
      return months[date.month - 1]?.slice(0, 3);
    case 'A':
      return weekdays[monday];
    case 'a':
      return weekdays[monday]?.slice(0, 3);
    case 'w':
      return String((monday + 1) % 7);
    case 'u':
      return String(monday + 1);
    case 'U':
      return padded(Math.floor((dayOfYear(days) + 6 - ((monday + 1) % 7)) / 7), 2);
    case 'W':
      return padded(Math.floor((dayOfYear(days) + 6 - monday) / 7), 2);
    case 'g':
      return padded(isoCalendar(days).year % 100, 2);
    case 'V':
      return padded(isoCalendar(days).week, 2);
    case 'G':
      return padded(isoCalendar(days).year, 4);
    default:
      return undefined;
  }
}

function timeDirective(letter: string, { time }: CalendarTime): string | undefined {
  switch (letter) {
    case 'H':
      return padded(time.hour, 2);
    case 'I':
      return padded(time.hour % 12 || 12, 2);
    case 'k':
      return String(time.hour).padStart(2, ' ');
    case 'l':
      return String(time.hour % 12 || 12).padStart(2, ' ');
    case 'P':
      return time.hour < 12 ? 'am' : 'pm';
    case 'M':
      return padded(time.minute, 2);
    case 'S':
      return padded(time.second, 2);
    case 'f':
      return padded(time.microsecond, 6);
    case 'p':
      return time.hour < 12 ? 'AM' : 'PM';
    case 'z':
    case 'Z':
      return '';
    case 'T':
    case 'X':
      return isoTime({ ...time, microsecond: 0 });
    case 'R':
      return `${padded(time.hour, 2)}:${padded(time.minute, 2)}`;
    default:
      return undefined;
  }
}

function combined(letter: string, moment: CalendarTime): string | undefined {
  switch (letter) {
    case 'c':
      return strftime('%a %b %e %H:%M:%S %Y', moment);
    case 'D':
    case 'x':
      return strftime('%m/%d/%y', moment);
    case 'F':
      return strftime('%Y-%m-%d', moment);
    case 'r':
      return strftime('%I:%M:%S %p', moment);
    case 's':
      return String(
        moment.days * 86_400 + moment.time.hour * 3600 + moment.time.minute * 60 + moment.time.second,
      );
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case '%':
      return '%';
    default:
      return undefined;
  }
}
