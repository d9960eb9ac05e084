import { floatText } from '../print/float-text.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

/** A float with a whole value, such as `3.0`. All other floats are plain numbers; build either with `toFloat`. */
export class Float extends ObjectValue {
  readonly typeName = 'float';
  readonly value: number;

  constructor(value: number) {
    super();
    this.value = value;
  }

  override repr(printer: Printer): void {
    printer.write(floatText(this.value));
  }

  override truth(): boolean {
    return this.value !== 0;
  }

  override attribute(name: string): Value | undefined {
    if (name === 'real') return this;
    return name === 'imag' ? new Float(0) : undefined;
  }

  override key(): Key {
    return this.value + 0;
  }
}

/** A number as Python's float. */
export function toFloat(value: number): Value {
  return Number.isSafeInteger(value) ? new Float(value) : value;
}

/** A bigint as Python's int: a number while that is exact. */
export function toInteger(value: bigint): number | bigint {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

/** The number behind an int or float of any form, booleans included; null for anything else. Loses no bit. */
export function numeric(value: Value): number | bigint | null {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    default:
      return value instanceof Float ? value.value : null;
  }
}

/** Tests whether a value is Python's float. */
export function isFloat(value: Value): value is number | Float {
  return typeof value === 'number' ? !Number.isSafeInteger(value) : value instanceof Float;
}

/** The int (or bool) of a value; null for anything else. */
export function integer(value: Value): number | bigint | null {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? value : null;
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    default:
      return null;
  }
}
