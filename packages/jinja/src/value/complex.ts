import { runtimeError } from '../error.ts';
import { floatText } from '../print/float-text.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { numeric, toFloat } from './float.ts';
import { structuredKey } from './key.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

interface Parts {
  readonly real: number;
  readonly imaginary: number;
}

// Python multiplies out whole powers up to this one and takes logarithms beyond.
const largestWholePower = 100;

/** A complex number: what a negative float to a fractional power is. */
export class Complex extends ObjectValue {
  readonly typeName = 'complex';
  readonly real: number;
  readonly imaginary: number;

  constructor({ real, imaginary }: Parts) {
    super();
    this.real = real;
    this.imaginary = imaginary;
  }

  override repr(printer: Printer): void {
    const imaginary = `${partText(this.imaginary)}j`;
    if (Object.is(this.real, 0)) {
      printer.write(imaginary);
      return;
    }
    const sign = imaginary.startsWith('-') ? '' : '+';
    printer.write(`(${partText(this.real)}${sign}${imaginary})`);
  }

  override truth(): boolean {
    return this.real !== 0 || this.imaginary !== 0;
  }

  override attribute(name: string): Value | undefined {
    if (name === 'real') return toFloat(this.real);
    return name === 'imag' ? toFloat(this.imaginary) : undefined;
  }

  override equals(other: Value): boolean {
    const parts = partsOf(other);
    return parts !== null && parts.real === this.real && parts.imaginary === this.imaginary;
  }

  override operate(operator: BinaryOperator, other: Value, reflected: boolean): Value | undefined {
    const parts = partsOf(other);
    if (parts === null) return undefined;
    const result = reflected ? calculate(operator, parts, this) : calculate(operator, this, parts);
    return result === null ? undefined : new Complex(result);
  }

  override key(): Key {
    return this.imaginary === 0 ? this.real + 0 : structuredKey('z', [this.real, this.imaginary]);
  }

  /** The distance from zero. */
  get magnitude(): number {
    return Math.hypot(this.real, this.imaginary);
  }
}

/** `base ** exponent` for a negative base and an exponent that is not whole. */
export function complexPower(base: number, exponent: number): Complex {
  return new Complex(power({ real: base, imaginary: 0 }, { real: exponent, imaginary: 0 }));
}

function partsOf(value: Value): Parts | null {
  if (value instanceof Complex) return value;
  const number = numeric(value);
  return number === null ? null : { real: Number(number), imaginary: 0 };
}

function calculate(operator: BinaryOperator, a: Parts, b: Parts): Parts | null {
  switch (operator) {
    case '+':
      return { real: a.real + b.real, imaginary: a.imaginary + b.imaginary };
    case '-':
      return { real: a.real - b.real, imaginary: a.imaginary - b.imaginary };
    case '*':
      return product(a, b);
    case '/':
      return quotient(a, b);
    case '**':
      return power(a, b);
    default:
      return null;
  }
}

function product(a: Parts, b: Parts): Parts {
  return {
    real: a.real * b.real - a.imaginary * b.imaginary,
    imaginary: a.real * b.imaginary + a.imaginary * b.real,
  };
}

/** Divides by the larger part first, so that nothing overflows on the way. */
function quotient(a: Parts, b: Parts): Parts {
  if (b.real === 0 && b.imaginary === 0) throw runtimeError('complex division by zero');
  if (Math.abs(b.real) >= Math.abs(b.imaginary)) {
    const ratio = b.imaginary / b.real;
    const divisor = b.real + b.imaginary * ratio;
    return {
      real: (a.real + a.imaginary * ratio) / divisor,
      imaginary: (a.imaginary - a.real * ratio) / divisor,
    };
  }
  const ratio = b.real / b.imaginary;
  const divisor = b.real * ratio + b.imaginary;
  return {
    real: (a.real * ratio + a.imaginary) / divisor,
    imaginary: (a.imaginary * ratio - a.real) / divisor,
  };
}

function power(a: Parts, b: Parts): Parts {
  const isWhole = b.imaginary === 0 && Number.isInteger(b.real) && Math.abs(b.real) <= largestWholePower;
  const result = isWhole ? wholePower(a, b.real) : generalPower(a, b);
  if (!Number.isFinite(result.real) || !Number.isFinite(result.imaginary))
    throw runtimeError('complex exponentiation');
  return result;
}

function wholePower(a: Parts, exponent: number): Parts {
  let result: Parts = { real: 1, imaginary: 0 };
  let square = a;
  for (let left = Math.abs(exponent); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = product(result, square);
    square = product(square, square);
  }
  return exponent < 0 ? quotient({ real: 1, imaginary: 0 }, result) : result;
}

function generalPower(a: Parts, b: Parts): Parts {
  if (a.real === 0 && a.imaginary === 0) {
    if (b.imaginary !== 0 || b.real < 0) throw runtimeError('0.0 to a negative or complex power');
    return { real: 0, imaginary: 0 };
  }
  const size = Math.hypot(a.real, a.imaginary);
  const angle = Math.atan2(a.imaginary, a.real);
  const turned = angle * b.real + (b.imaginary === 0 ? 0 : b.imaginary * Math.log(size));
  const length = size ** b.real / (b.imaginary === 0 ? 1 : Math.exp(angle * b.imaginary));
  return { real: length * Math.cos(turned), imaginary: length * Math.sin(turned) };
}

function partText(value: number): string {
  return floatText(value).replace(/\.0$/, '');
}
