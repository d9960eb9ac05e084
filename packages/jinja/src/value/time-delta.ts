import { runtimeError } from '../error.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { padded, secondsPerDay } from './calendar.ts';
import { integer, numeric, toFloat } from './float.ts';
import { structuredKey } from './key.ts';
import { type Key, type Printer, Thing, type Value } from './value.ts';

const microsPerSecond = 1_000_000;
const largestDays = 999_999_999;

/** A span of time in whole microseconds: Python's timedelta. */
export class TimeDelta extends Thing {
  readonly typeName = 'datetime.timedelta';
  readonly days: number;
  /** 0 to 86,399 */
  readonly seconds: number;
  /** 0 to 999,999 */
  readonly micros: number;

  constructor(days: number, seconds: number, micros: number) {
    super();
    const wholeSeconds = seconds + Math.floor(micros / microsPerSecond);
    this.micros = modulo(micros, microsPerSecond);
    this.seconds = modulo(wholeSeconds, secondsPerDay);
    this.days = days + Math.floor(wholeSeconds / secondsPerDay);
    if (!(Math.abs(this.days) <= largestDays)) throw runtimeError('timedelta is out of range');
  }

  get totalSeconds(): number {
    return this.days * secondsPerDay + this.seconds + this.micros / microsPerSecond;
  }

  override repr(printer: Printer): void {
    const parts = [
      ...(this.days === 0 ? [] : [`days=${this.days}`]),
      ...(this.seconds === 0 ? [] : [`seconds=${this.seconds}`]),
      ...(this.micros === 0 ? [] : [`microseconds=${this.micros}`]),
    ];
    printer.write(`datetime.timedelta(${parts.length === 0 ? '0' : parts.join(', ')})`);
  }

  override text(): string {
    const days = this.days === 0 ? '' : `${this.days} day${Math.abs(this.days) === 1 ? '' : 's'}, `;
    const hours = Math.floor(this.seconds / 3600);
    const minutes = Math.floor(this.seconds / 60) % 60;
    const micros = this.micros === 0 ? '' : `.${padded(this.micros, 6)}`;
    return `${days}${hours}:${padded(minutes, 2)}:${padded(this.seconds % 60, 2)}${micros}`;
  }

  override truth(): boolean {
    return this.days !== 0 || this.seconds !== 0 || this.micros !== 0;
  }

  override attribute(name: string): Value | undefined {
    if (name === 'days' || name === 'seconds') return this[name];
    return name === 'microseconds' ? this.micros : undefined;
  }

  override equals(other: Value): boolean {
    return other instanceof TimeDelta && this.compare(other) === 0;
  }

  override compare(other: Value): number | undefined {
    if (!(other instanceof TimeDelta)) return undefined;
    return this.days - other.days || this.seconds - other.seconds || this.micros - other.micros;
  }

  override operate(operator: BinaryOperator, other: Value, reflected: boolean): Value | undefined {
    if (other instanceof TimeDelta) return reflected ? undefined : this.#withDelta(operator, other);
    const factor = numeric(other);
    if (factor === null) return undefined;
    const whole = integer(other) !== null;
    if (operator === '*') return this.#scaled(Number(factor));
    if (reflected || (operator !== '/' && !(operator === '//' && whole))) return undefined;
    if (Number(factor) === 0) throw runtimeError('integer division or modulo by zero');
    return this.#scaled(1 / Number(factor));
  }

  negated(): TimeDelta {
    return new TimeDelta(-this.days, -this.seconds, -this.micros);
  }

  override key(): Key {
    return structuredKey('d', [this.days, this.seconds, this.micros]);
  }

  #withDelta(operator: BinaryOperator, other: TimeDelta): Value | undefined {
    const sign = operator === '-' ? -1 : 1;
    if (operator === '+' || operator === '-')
      return new TimeDelta(
        this.days + sign * other.days,
        this.seconds + sign * other.seconds,
        this.micros + sign * other.micros,
      );
    if (operator !== '/' && operator !== '//') return undefined;
    if (!other.truth()) throw runtimeError('division by zero');
    const ratio = this.totalSeconds / other.totalSeconds;
    return operator === '/' ? toFloat(ratio) : Math.floor(ratio);
  }

  #scaled(factor: number): TimeDelta {
    const days = this.days * factor;
    const seconds = (days - Math.floor(days)) * secondsPerDay + this.seconds * factor;
    const micros = (seconds - Math.floor(seconds)) * microsPerSecond + this.micros * factor;
    return new TimeDelta(Math.floor(days), Math.floor(seconds), Math.round(micros));
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
