import { runtimeError } from '../error.ts';
import { binaryParts } from '../format/decimal.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { padded, secondsPerDay } from './calendar.ts';
import { integer, numeric, toFloat, toInteger } from './float.ts';
import { structuredKey } from './key.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

const microsPerSecond = 1_000_000;
const microsPerSecondExact = BigInt(microsPerSecond);
const secondsPerDayExact = BigInt(secondsPerDay);
const largestDays = 999_999_999;

/** A span of time in whole microseconds: Python's timedelta. */
export class TimeDelta extends ObjectValue {
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

  static ofMicros(total: bigint): TimeDelta {
    const micros = ((total % microsPerSecondExact) + microsPerSecondExact) % microsPerSecondExact;
    const seconds = (total - micros) / microsPerSecondExact;
    const rest = ((seconds % secondsPerDayExact) + secondsPerDayExact) % secondsPerDayExact;
    return new TimeDelta(Number((seconds - rest) / secondsPerDayExact), Number(rest), Number(micros));
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
    if (name === 'min') return new TimeDelta(-largestDays, 0, 0);
    if (name === 'max') return new TimeDelta(largestDays, secondsPerDay - 1, microsPerSecond - 1);
    if (name === 'resolution') return new TimeDelta(0, 0, 1);
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
    if (numeric(other) === null) return undefined;
    const { numerator, denominator } = fraction(other);
    if (operator === '*') return this.#scaled(numerator, denominator);
    const isFloor = operator === '//' && integer(other) !== null;
    if (reflected || (operator !== '/' && !isFloor)) return undefined;
    if (numerator === 0n) throw runtimeError('integer division or modulo by zero');
    return this.#scaled(denominator, numerator, isFloor);
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
    if (operator !== '/' && operator !== '//' && operator !== '%') return undefined;
    if (!other.truth()) throw runtimeError('division by zero');
    const dividend = this.#total();
    const divisor = other.#total();
    if (operator === '/') return toFloat(Number(dividend) / Number(divisor));
    const rest = dividend % divisor;
    const remainder = rest !== 0n && rest < 0n !== divisor < 0n ? rest + divisor : rest;
    if (operator === '//') return toInteger((dividend - remainder) / divisor);
    return TimeDelta.ofMicros(remainder);
  }

  /** The span in microseconds. */
  #total(): bigint {
    return (
      (BigInt(this.days) * secondsPerDayExact + BigInt(this.seconds)) * microsPerSecondExact +
      BigInt(this.micros)
    );
  }

  /** The span times a fraction, exactly rounded to microseconds, ties to even. */
  #scaled(numerator: bigint, denominator: bigint, floor = false): TimeDelta {
    const sign = denominator < 0n ? -1n : 1n;
    const product = this.#total() * numerator * sign;
    const divisor = denominator * sign;
    let quotient = product / divisor;
    let rest = product % divisor;
    if (rest < 0n) {
      quotient -= 1n;
      rest += divisor;
    }
    const up = rest * 2n > divisor || (rest * 2n === divisor && quotient % 2n !== 0n);
    return TimeDelta.ofMicros(up && !floor ? quotient + 1n : quotient);
  }
}

/** A number as an exact fraction. */
function fraction(value: Value): { numerator: bigint; denominator: bigint } {
  const int = integer(value);
  if (int !== null) return { numerator: BigInt(int), denominator: 1n };
  const float = Number(numeric(value));
  if (!Number.isFinite(float)) throw runtimeError('cannot convert float infinity or NaN to integer ratio');
  const { mantissa, exponent } = binaryParts(Math.abs(float));
  const signed = float < 0 ? -mantissa : mantissa;
  return exponent >= 0
    ? { numerator: signed << BigInt(exponent), denominator: 1n }
    : { numerator: signed, denominator: 1n << BigInt(-exponent) };
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
