import { bitLength } from '../operate/integer-arithmetic.ts';
import { integer, numeric } from '../value/float.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import type { Value } from '../value/value.ts';

/** Methods of ints and booleans. */
export const integerMethods = nativeTable(
  native('bit_length(self, /)', (_rt, self: Value) => {
    const value = BigInt(integer(self) ?? 0);
    return value === 0n ? 0 : bitLength(value);
  }),
  native('conjugate(self, /)', (_rt, self: Value) => integer(self)),
  native('as_integer_ratio(self, /)', (_rt, self: Value) => new Tuple([integer(self), 1])),
);

/** Methods of floats. */
export const floatMethods = nativeTable(
  native('is_integer(self, /)', (_rt, self: Value) => Number.isInteger(numeric(self))),
  native('conjugate(self, /)', (_rt, self: Value) => self),
);

/** Data attributes of numbers; undefined for any other name. */
export function numberAttribute(value: Value, name: string): Value | undefined {
  const isInteger = integer(value) !== null;
  if (name === 'real') return isInteger ? integer(value) : value;
  if (name === 'imag') return isInteger ? 0 : undefined;
  if (!isInteger) return undefined;
  if (name === 'numerator') return integer(value);
  return name === 'denominator' ? 1 : undefined;
}
