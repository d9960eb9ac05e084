import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { toFloat, toInteger } from '../value/float.ts';
import type { Value } from '../value/value.ts';

/** Arithmetic of Python's ints, which have no largest value; `integerBits` is where the meter stops it. */
export function integerOperation(operator: BinaryOperator, a: bigint, b: bigint, rt: Runtime): Value {
  switch (operator) {
    case '+':
      return bounded(a + b, rt);
    case '-':
      return bounded(a - b, rt);
    case '*':
      rt.meter.integer(bitLength(a) + bitLength(b));
      return toInteger(a * b);
    case '/':
      return trueDivide(a, b);
    case '//':
      if (b === 0n) throw runtimeError('integer division or modulo by zero');
      return toInteger(floorDivide(a, b));
    case '%':
      if (b === 0n) throw runtimeError('integer modulo by zero');
      return toInteger(a - floorDivide(a, b) * b);
    case '**':
      return power(a, b, rt);
  }
}

/** About how many bits an int has. */
export function bitLength(value: bigint): number {
  if (value >= -0x1fffffffffffffn && value <= 0x1fffffffffffffn)
    return Math.floor(Math.log2(Math.abs(Number(value)) || 1)) + 1;
  return value.toString(16).length * 4;
}

function bounded(value: bigint, rt: Runtime): Value {
  rt.meter.integer(bitLength(value));
  return toInteger(value);
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function power(base: bigint, exponent: bigint, rt: Runtime): Value {
  if (exponent < 0n) {
    if (base === 0n) throw runtimeError('0.0 cannot be raised to a negative power');
    return toFloat(Number(base) ** Number(exponent));
  }
  if (base !== 0n && base !== 1n && base !== -1n) rt.meter.integer(bitLength(base) * Number(exponent));
  return toInteger(base ** exponent);
}

/** The float nearest to the exact quotient. */
function trueDivide(a: bigint, b: bigint): Value {
  if (b === 0n) throw runtimeError('division by zero');
  const small = Number.isSafeInteger(Number(a)) && Number.isSafeInteger(Number(b));
  const quotient = small ? Number(a) / Number(b) : nearestQuotient(a, b);
  if (!Number.isFinite(quotient)) throw runtimeError('integer division result too large for a float');
  return toFloat(quotient);
}

/** Scales so that the whole quotient has 64 to 66 bits and marks a remainder in the last one, which rounds correctly. */
function nearestQuotient(a: bigint, b: bigint): number {
  const negative = a < 0n !== b < 0n;
  const dividend = a < 0n ? -a : a;
  const divisor = b < 0n ? -b : b;
  const shift = 66 - (dividend.toString(2).length - divisor.toString(2).length);
  const scaled = shift > 0 ? dividend << BigInt(shift) : dividend;
  const by = shift > 0 ? divisor : divisor << BigInt(-shift);
  const quotient = scaled / by;
  const rounded = Number(scaled % by === 0n ? quotient : quotient | 1n);
  const half = Math.trunc(-shift / 2);
  const result = rounded * 2 ** half * 2 ** (-shift - half);
  return negative ? -result : result;
}
