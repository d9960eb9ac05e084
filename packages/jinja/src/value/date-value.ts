import type { BinaryOperator } from '../syntax/node.ts';
import { type CivilDate, civilDate, firstDay, isoDate, lastDay, secondsPerDay } from './calendar.ts';
import { type CivilTime, civilTime, dateField, isoTime, timeArguments, timeField } from './date-time.ts';
import { structuredKey } from './key.ts';
import { TimeDelta } from './time-delta.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

/** A calendar day: Python's date. */
export class DateValue extends ObjectValue {
  readonly typeName = 'datetime.date';
  /** Days from 1970-01-01. */
  readonly days: number;

  constructor(days: number) {
    super();
    this.days = days;
    civilDate(days);
  }

  get date(): CivilDate {
    return civilDate(this.days);
  }

  override repr(printer: Printer): void {
    const { year, month, day } = this.date;
    printer.write(`datetime.date(${year}, ${month}, ${day})`);
  }

  override text(): string {
    return isoDate(this.date);
  }

  override attribute(name: string): Value | undefined {
    if (name === 'min') return new DateValue(firstDay);
    if (name === 'max') return new DateValue(lastDay);
    return name === 'resolution' ? new TimeDelta(1, 0, 0) : dateField(this.date, name);
  }

  override equals(other: Value): boolean {
    return other instanceof DateValue && this.days === other.days;
  }

  override compare(other: Value): number | undefined {
    return other instanceof DateValue ? this.days - other.days : undefined;
  }

  override operate(operator: BinaryOperator, other: Value, reflected: boolean): Value | undefined {
    if (other instanceof DateValue)
      return operator === '-' && !reflected ? new TimeDelta(this.days - other.days, 0, 0) : undefined;
    if (!(other instanceof TimeDelta)) return undefined;
    if (operator === '+') return new DateValue(this.days + other.days);
    return operator === '-' && !reflected ? new DateValue(this.days - other.days) : undefined;
  }

  override key(): Key {
    return structuredKey('y', [this.days]);
  }
}

/** A time of day without date: Python's time. */
export class TimeValue extends ObjectValue {
  readonly typeName = 'datetime.time';
  readonly seconds: number;
  readonly micros: number;

  constructor(seconds: number, micros: number) {
    super();
    this.seconds = seconds;
    this.micros = micros;
  }

  get time(): CivilTime {
    return civilTime(this.seconds, this.micros);
  }

  override repr(printer: Printer): void {
    printer.write(`datetime.time(${timeArguments(this.time).join(', ')})`);
  }

  override text(): string {
    return isoTime(this.time);
  }

  override attribute(name: string): Value | undefined {
    if (name === 'min') return new TimeValue(0, 0);
    if (name === 'max') return new TimeValue(secondsPerDay - 1, 999_999);
    if (name === 'resolution') return new TimeDelta(0, 0, 1);
    if (name === 'fold') return 0;
    return name === 'tzinfo' ? null : timeField(this.time, name);
  }

  override equals(other: Value): boolean {
    return other instanceof TimeValue && this.compare(other) === 0;
  }

  override compare(other: Value): number | undefined {
    return other instanceof TimeValue
      ? this.seconds - other.seconds || this.micros - other.micros
      : undefined;
  }

  override key(): Key {
    return structuredKey('c', [this.seconds, this.micros]);
  }
}
