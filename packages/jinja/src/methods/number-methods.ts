import { runtimeError } from '../error.ts';
import { binaryParts } from '../format/decimal.ts';
import { floatText } from '../print/float-text.ts';
import { integer, numeric, toFloat, toInteger } from '../value/float.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import type { Value } from '../value/value.ts';

/** Methods of ints and booleans. */
export const integerMethods = nativeTable(
  native('bit_length(self, /)', (_rt, self: Value) => {
    const value = BigInt(integer(self) ?? 0);
    return value === 0n ? 0 : (value < 0n ? -value : value).toString(2).length;
  }),
  native('bit_count(self, /)', (_rt, self: Value) => {
    const digits = BigInt(integer(self) ?? 0).toString(2);
    return digits.split('1').length - 1;
  }),
  native('conjugate(self, /)', (_rt, self: Value) => integer(self)),
  native('as_integer_ratio(self, /)', (_rt, self: Value) => new Tuple([integer(self), 1])),
);

/** Methods of floats. */
export const floatMethods = nativeTable(
  native('is_integer(self, /)', (_rt, self: Value) => Number.isInteger(numeric(self))),
  native('hex(self, /)', (_rt, self: Value) => hexText(Number(numeric(self)))),
  native('conjugate(self, /)', (_rt, self: Value) => self),
  native('as_integer_ratio(self, /)', (_rt, self: Value) => integerRatio(Number(numeric(self)))),
);

/** `float.hex`: one digit, thirteen more in base 16, and a power of two. */
function hexText(value: number): string {
  if (!Number.isFinite(value)) return floatText(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0x0.0p+0`;
  const { mantissa, exponent } = binaryParts(Math.abs(value));
  const lead = mantissa >> 52n;
  const power = exponent + 52;
  const digits = (mantissa & 0xfffffffffffffn).toString(16).padStart(13, '0');
  return `${sign}0x${lead}.${digits}p${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}

function integerRatio(value: number): Tuple {
  if (!Number.isFinite(value)) throw runtimeError('cannot convert Infinity or NaN to integer ratio');
  const { mantissa, exponent } = binaryParts(Math.abs(value));
  const sign = value < 0 ? -1n : 1n;
  let numerator = mantissa;
  let power = exponent;
  while (power < 0 && numerator % 2n === 0n && numerator !== 0n) {
    numerator /= 2n;
    power += 1;
  }
  if (numerator === 0n) return new Tuple([0, 1]);
  if (power >= 0) return new Tuple([toInteger(sign * (numerator << BigInt(power))), 1]);
  return new Tuple([toInteger(sign * numerator), toInteger(1n << BigInt(-power))]);
}

/** Data attributes of numbers; undefined for any other name. */
export function numberAttribute(value: Value, name: string): Value | undefined {
  if (numeric(value) === null) return undefined;
  const isInteger = integer(value) !== null;
  if (name === 'real') return isInteger ? integer(value) : value;
  if (name === 'imag') return isInteger ? 0 : toFloat(0);
  if (!isInteger) return undefined;
  if (name === 'numerator') return integer(value);
  return name === 'denominator' ? 1 : undefined;
}
