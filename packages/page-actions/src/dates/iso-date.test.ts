import { expect, it } from 'vitest';
import { isoDate } from './iso-date.ts';

it('a day is parsed in digits and in words', () => {
  for (const text of [
    '2026-05-17',
    '2026/5/17',
    '17.05.2026',
    '05/17/2026',
    '17 May 2026',
    'May 17th, 2026',
    'Sunday, 17 May 2026',
  ])
    expect(isoDate('date', text), text).toBe('2026-05-17');
  expect(isoDate('date', '')).toBe('');
});

it('an ambiguous or invalid day is rejected', () => {
  for (const text of ['05/06/2026', '2026-02-30', 'tomorrow', '17/13/2026'])
    expect(isoDate('date', text), text).toBeNull();
  expect(isoDate('date', '06/06/2026')).toBe('2026-06-06');
});

it('times, months, weeks and moments are parsed in their notations', () => {
  expect(isoDate('time', '9:05')).toBe('09:05');
  expect(isoDate('time', '9:05 pm')).toBe('21:05');
  expect(isoDate('time', '12 am')).toBe('00:00');
  expect(isoDate('time', '25:00')).toBeNull();
  expect(isoDate('month', 'May 2026')).toBe('2026-05');
  expect(isoDate('month', '5/2026')).toBe('2026-05');
  expect(isoDate('week', '2026-W7')).toBe('2026-W07');
  expect(isoDate('datetime-local', '2026-05-17 14:30')).toBe('2026-05-17T14:30');
  expect(isoDate('datetime-local', '2026-05-17T14:30:00Z')).toBe('2026-05-17T14:30');
  expect(isoDate('datetime-local', '17 May 2026 at 2:30 pm')).toBe('2026-05-17T14:30');
});
