import { runtimeError } from '../error.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import {
  type CivilDate,
  civilDate,
  daysOf,
  firstDay,
  isoDate,
  lastDay,
  padded,
  secondsPerDay,
} from './calendar.ts';
import { structuredKey } from './key.ts';
import { TimeDelta } from './time-delta.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

/** A time of day. */
export interface CivilTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
}

/** A date and time without zone: Python's naive datetime. A host's `Date` becomes the one its UTC clock shows. */
export class DateTime extends ObjectValue {
  readonly typeName = 'datetime.datetime';
  /** Days from 1970-01-01. */
  readonly days: number;
  /** Seconds of the day. */
  readonly seconds: number;
  readonly micros: number;

  constructor(days: number, seconds: number, micros: number) {
    super();
    this.days = days;
    this.seconds = seconds;
    this.micros = micros;
    civilDate(days);
  }

  static of(date: CivilDate, time: CivilTime): DateTime {
    return new DateTime(daysOf(date), secondsOf(time), time.microsecond);
  }

  static fromMilliseconds(milliseconds: number): DateTime {
    const seconds = Math.floor(milliseconds / 1000);
    const days = Math.floor(seconds / secondsPerDay);
    return new DateTime(days, seconds - days * secondsPerDay, (milliseconds - seconds * 1000) * 1000);
  }

  toDate(): Date {
    return new Date(this.timestamp * 1000);
  }

  /** Seconds since 1970, taking the clock for UTC. */
  get timestamp(): number {
    return this.days * secondsPerDay + this.seconds + this.micros / 1_000_000;
  }

  get date(): CivilDate {
    return civilDate(this.days);
  }

  get time(): CivilTime {
    return civilTime(this.seconds, this.micros);
  }

  /** ISO 8601 with the given mark between date and time. */
  iso(separator: string, precision = 'auto'): string {
    return `${isoDate(this.date)}${separator}${isoTime(this.time, precision)}`;
  }

  override repr(printer: Printer): void {
    const { year, month, day } = this.date;
    printer.write(`datetime.datetime(${[year, month, day, ...timeArguments(this.time)].join(', ')})`);
  }

  override text(): string {
    return this.iso(' ');
  }

  override attribute(name: string): Value | undefined {
    if (name === 'min') return new DateTime(firstDay, 0, 0);
    if (name === 'max') return new DateTime(lastDay, secondsPerDay - 1, 999_999);
    if (name === 'resolution') return new TimeDelta(0, 0, 1);
    if (name === 'tzinfo') return null;
    if (name === 'fold') return 0;
    return dateField(this.date, name) ?? timeField(this.time, name);
  }

  override equals(other: Value): boolean {
    return other instanceof DateTime && this.compare(other) === 0;
  }

  override compare(other: Value): number | undefined {
    if (!(other instanceof DateTime)) return undefined;
    return this.days - other.days || this.seconds - other.seconds || this.micros - other.micros;
  }

  override operate(operator: BinaryOperator, other: Value, reflected: boolean): Value | undefined {
    if (other instanceof DateTime)
      return operator === '-' && !reflected
        ? new TimeDelta(this.days - other.days, this.seconds - other.seconds, this.micros - other.micros)
        : undefined;
    if (!(other instanceof TimeDelta)) return undefined;
    if (operator === '+') return this.plus(other);
    return operator === '-' && !reflected ? this.plus(other.negated()) : undefined;
  }

  plus(delta: TimeDelta): DateTime {
    const sum = new TimeDelta(
      this.days + delta.days,
      this.seconds + delta.seconds,
      this.micros + delta.micros,
    );
    return new DateTime(sum.days, sum.seconds, sum.micros);
  }

  override key(): Key {
    return structuredKey('D', [this.days, this.seconds, this.micros]);
  }
}

/** The time of day behind a number of seconds. */
export function civilTime(seconds: number, microsecond: number): CivilTime {
  return {
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    microsecond,
  };
}

/** Seconds of the day; throws when a field is out of range, as Python. */
export function secondsOf({ hour, minute, second, microsecond }: CivilTime): number {
  if (!(hour >= 0 && hour < 24)) throw runtimeError('hour must be in 0..23');
  if (!(minute >= 0 && minute < 60)) throw runtimeError('minute must be in 0..59');
  if (!(second >= 0 && second < 60)) throw runtimeError('second must be in 0..59');
  if (!(microsecond >= 0 && microsecond < 1_000_000)) throw runtimeError('microsecond must be in 0..999999');
  return hour * 3600 + minute * 60 + second;
}

/** `HH:MM:SS`, with microseconds when there are any, or as far as `precision` (Python's timespec) says. */
export function isoTime({ hour, minute, second, microsecond }: CivilTime, precision = 'auto'): string {
  const hours = padded(hour, 2);
  const minutes = `${hours}:${padded(minute, 2)}`;
  const seconds = `${minutes}:${padded(second, 2)}`;
  const micros = `${seconds}.${padded(microsecond, 6)}`;
  switch (precision) {
    case 'auto':
      return microsecond === 0 ? seconds : micros;
    case 'hours':
      return hours;
    case 'minutes':
      return minutes;
    case 'seconds':
      return seconds;
    case 'milliseconds':
      return micros.slice(0, -3);
    case 'microseconds':
      return micros;
    default:
      throw runtimeError('Unknown timespec value');
  }
}

/** The arguments of a time in Python's repr: trailing zeros of seconds and microseconds are left out. */
export function timeArguments({ hour, minute, second, microsecond }: CivilTime): number[] {
  if (microsecond !== 0) return [hour, minute, second, microsecond];
  return second !== 0 ? [hour, minute, second] : [hour, minute];
}

export function dateField(date: CivilDate, name: string): number | undefined {
  return name === 'year' || name === 'month' || name === 'day' ? date[name] : undefined;
}

export function timeField(time: CivilTime, name: string): number | undefined {
  return name === 'hour' || name === 'minute' || name === 'second' || name === 'microsecond'
    ? time[name]
    : undefined;
}
