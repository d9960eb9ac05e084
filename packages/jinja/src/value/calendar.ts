import { runtimeError } from '../error.ts';

/** A day of the Gregorian calendar; month and day count from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const secondsPerDay = 86_400;
const msPerDay = secondsPerDay * 1000;

/** Days from 1970-01-01 to a date. Throws when there is no such day or the year is not 1 to 9999, as Python. */
export function daysOf({ year, month, day }: CivilDate): number {
  if (year < 1 || year > 9999) throw runtimeError(`year ${year} is out of range`);
  if (month < 1 || month > 12) throw runtimeError('month must be in 1..12');
  if (day < 1 || day > daysInMonth(year, month)) throw runtimeError('day is out of range for month');
  return rawDays(year, month - 1, day);
}

/** The date that lies a number of days after 1970-01-01. */
export function civilDate(days: number): CivilDate {
  const date = new Date(days * msPerDay);
  const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  if (!(civil.year >= 1 && civil.year <= 9999)) throw runtimeError('date value out of range');
  return civil;
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

/** 1 for the first of January. */
export function dayOfYear(days: number): number {
  return days - rawDays(civilDate(days).year, 0, 1) + 1;
}

/** Year, week and weekday (1 for Monday) of ISO 8601. */
export function isoCalendar(days: number): { year: number; week: number; day: number } {
  const thursday = days - weekday(days) + 3;
  const { year } = civilDate(thursday);
  const week = Math.floor((thursday - rawDays(year, 0, 1)) / 7) + 1;
  return { year, week, day: weekday(days) + 1 };
}

/** A number with leading zeros. */
export function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** `YYYY-MM-DD`. */
export function isoDate({ year, month, day }: CivilDate): string {
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

function daysInMonth(year: number, month: number): number {
  return rawDays(year, month, 1) - rawDays(year, month - 1, 1);
}

function rawDays(year: number, monthIndex: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, monthIndex, day);
  return date.getTime() / msPerDay;
}

/** 0001-01-01, the first day of Python's calendar, and 9999-12-31, the last. */
export const firstDay = rawDays(1, 0, 1);
export const lastDay = rawDays(9999, 11, 31);
