import { expect, it } from 'vitest';
import { formatIn, formatLike, formatOf, isSameMoment, readMoment, writeMoment } from './date-format.ts';

const november = { year: 2026, month: 11, day: 5 };

it.each([
  ['MM/DD/YYYY', '11/05/2026'],
  ['dd.mm.yyyy', '05.11.2026'],
  ['yyyy-mm-dd', '2026-11-05'],
  ['TT.MM.JJJJ', '05.11.2026'],
  ['jj/mm/aaaa', '05/11/2026'],
  ['MMM D, YYYY', 'Nov 5, 2026'],
  ['D MMMM YYYY', '5 November 2026'],
])('a field with the hint %s shows %s', (hint, text) => {
  const format = formatOf(hint);
  expect(format && writeMoment(november, format, 'en')).toBe(text);
  expect(readMoment(text, format, 'en')).toEqual(november);
});

it.each([
  ['hh:mm aa', '02:05 PM'],
  ['HH:mm', '14:05'],
])('a field of times with the hint %s shows %s', (hint, text) => {
  const format = formatOf(hint);
  expect(format && writeMoment({ hour: 14, minute: 5 }, format, 'en')).toBe(text);
  expect(readMoment(text, format, 'en')).toEqual({ hour: 14, minute: 5 });
});

it.each(['Select date', 'Your name', 'Add', '', 'e-mail'])('`%s` is no format', (hint) => {
  expect(formatOf(hint)).toBe(null);
});

it('a day is parsed from unambiguous texts only', () => {
  expect(readMoment('2026-11-05', null, 'en')).toEqual(november);
  expect(readMoment('5 November 2026', null, 'en')).toEqual(november);
  expect(readMoment('Nov 5, 2026', null, 'en')).toEqual(november);
  expect(readMoment('2026-11-05T14:30', null, 'en')).toEqual({ ...november, hour: 14, minute: 30 });
  expect(readMoment('25/11/2026', null, 'en')).toEqual({ ...november, day: 25 });
  expect(readMoment('05/11/2026', null, 'en')).toBe(null);
  expect(readMoment('2026-02-30', null, 'en')).toBe(null);
  expect(readMoment('May Miller', null, 'en')).toBe(null);
  expect(readMoment('42', null, 'en')).toBe(null);
});

it('without a hint the format is that of the value, else of the language', () => {
  expect(writeMoment(november, formatLike('2026-08-15') ?? [], 'en')).toBe('2026-11-05');
  expect(writeMoment(november, formatLike('15/08/2026') ?? [], 'en')).toBe('05/11/2026');
  expect(formatLike('05/08/2026')).toBe(null);
  expect(writeMoment(november, formatIn('de', 'day'), 'de')).toBe('05.11.2026');
  expect(writeMoment(november, formatIn('en-US', 'day'), 'en-US')).toBe('11/05/2026');
});

it('two moments are the same when no part that both have differs', () => {
  expect(isSameMoment({ ...november, hour: 0 }, november)).toBe(true);
  expect(isSameMoment({ ...november, day: 6 }, november)).toBe(false);
});
