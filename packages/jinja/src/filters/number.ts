import { runtimeError } from '../error.ts';
import { scaled } from '../format/decimal.ts';
import { formatFloat } from '../format/float-format.ts';
import { integerArgument, textArgument } from '../methods/argument.ts';
import { binary, negative } from '../operations/arithmetic.ts';
import { numberText, parseFloatText, parseInteger } from '../operations/parse-number.ts';
import type { Runtime } from '../runtime.ts';
import { Complex } from '../value/complex.ts';
import { integer, isFloat, numeric, toFloat, toInteger } from '../value/float.ts';
import { textOf } from '../value/markup.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { TimeDelta } from '../value/time-delta.ts';
import { Undefined } from '../value/undefined.ts';
import { truth, typeName, type Value } from '../value/value.ts';

/** Filters that work on numbers or make them. */
export const numberFilters = nativeTable(
  native('abs(x, /)', (_rt, value: Value) => absolute(value)),
  native('int(value, default?, base?)', toInt),
  native('float(value, default?)', toFloatFilter),
  native('round(value, precision?, method?)', round),
  native('filesizeformat(value, binary?)', fileSize),
);

function absolute(value: Value): Value {
  const number = numeric(value);
  if (number !== null)
    return number < 0 || Object.is(number, -0) ? negative(value) : (integer(value) ?? value);
  if (value instanceof Complex) return toFloat(value.magnitude);
  if (value instanceof TimeDelta) return value.days < 0 ? value.negated() : value;
  if (value instanceof Undefined) value.fail();
  throw runtimeError(`bad operand type for abs(): '${typeName(value)}'`);
}

function toInt(_rt: Runtime, value: Value, otherwise: Value = 0, base: Value = 10): Value {
  const text = numberText(value);
  if (text !== null) {
    // Bytes are always read in base 10.
    const radix = textOf(value) === null ? 10 : integer(base) === null ? null : integerArgument(base);
    const whole = radix === null ? null : parseInteger(text, radix);
    return whole ?? truncated(parseFloatText(text)) ?? otherwise;
  }
  const int = integer(value);
  if (int !== null) return int;
  const number = numeric(value);
  if (number === null && value instanceof Undefined) value.fail();
  if (number !== null && Math.abs(Number(number)) === Number.POSITIVE_INFINITY)
    throw runtimeError('cannot convert float infinity to integer');
  return truncated(number === null ? null : Number(number)) ?? otherwise;
}

function truncated(value: number | null): number | bigint | null {
  return value === null || !Number.isFinite(value) ? null : toInteger(BigInt(Math.trunc(value)));
}

function toFloatFilter(_rt: Runtime, value: Value, otherwise: Value = toFloat(0)): Value {
  const text = numberText(value);
  const number = text === null ? numeric(value) : parseFloatText(text);
  if (number === null && value instanceof Undefined) value.fail();
  if (number === null) return otherwise;
  if (typeof number === 'bigint' && !Number.isFinite(Number(number)))
    throw runtimeError('int too large to convert to float');
  return toFloat(Number(number));
}

function round(rt: Runtime, value: Value, precision: Value = 0, method: Value = 'common'): Value {
  const how = textArgument(method);
  if (how !== 'common' && how !== 'ceil' && how !== 'floor')
    throw runtimeError('method must be common, ceil or floor');
  if (precision === null && how === 'common') return toInt(rt, roundHalfEven(value, 0));
  const digits = isFloat(precision) ? precision : Math.min(Math.max(integerArgument(precision), -400), 400);
  if (how === 'common') return roundHalfEven(value, integerArgument(digits));
  const factor = binary('**', 10, digits, rt);
  const product = binary('*', value, factor, rt);
  const whole = numeric(product);
  if (whole === null) throw runtimeError(`must be real number, not ${typeName(value)}`);
  if (typeof whole === 'bigint') return binary('/', whole, factor, rt);
  if (!Number.isFinite(whole)) throw runtimeError('cannot convert float infinity to integer');
  const stepped = toInteger(BigInt(how === 'ceil' ? Math.ceil(whole) : Math.floor(whole)));
  return binary('/', stepped, factor, rt);
}

function roundHalfEven(value: Value, digits: number): Value {
  const int = integer(value);
  if (int !== null) return digits >= 0 ? int : roundInteger(BigInt(int), BigInt(-digits));
  const number = numeric(value);
  if (number === null && value instanceof Undefined) value.fail();
  if (number === null) throw runtimeError(`type ${typeName(value)} doesn't define __round__ method`);
  const float = Number(number);
  if (!Number.isFinite(float)) return toFloat(float);
  const magnitude = Number(`${scaled(Math.abs(float), digits)}e${-digits}`);
  return toFloat(float < 0 || Object.is(float, -0) ? -magnitude : magnitude);
}

function roundInteger(value: bigint, zeros: bigint): Value {
  const unit = 10n ** zeros;
  const magnitude = value < 0n ? -value : value;
  const rest = (magnitude % unit) * 2n;
  const quotient = magnitude / unit;
  const up = rest > unit || (rest === unit && quotient % 2n === 1n);
  const rounded = (up ? quotient + 1n : quotient) * unit;
  return toInteger(value < 0n ? -rounded : rounded);
}

function fileSize(_rt: Runtime, value: Value, binaryUnits: Value = false): Value {
  const text = numberText(value);
  const number = text === null ? numeric(value) : parseFloatText(text);
  if (number === null && value instanceof Undefined) value.fail();
  if (number === null) throw runtimeError(`could not convert to float: '${typeName(value)}'`);
  const bytes = Number(number);
  const base = truth(binaryUnits) ? 1024 : 1000;
  const suffix = truth(binaryUnits) ? 'iB' : 'B';
  if (bytes === 1) return '1 Byte';
  if (bytes === Number.NEGATIVE_INFINITY) throw runtimeError('cannot convert float infinity to integer');
  if (bytes < base) return `${BigInt(Math.trunc(bytes))} Bytes`;
  const letters = [truth(binaryUnits) ? 'K' : 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
  const step = letters.findIndex((_, index) => bytes < BigInt(base) ** BigInt(index + 2));
  const power = step === -1 ? letters.length - 1 : step;
  const amount = formatFloat((base * bytes) / base ** (power + 2), 'f', 1, false);
  return `${amount} ${letters[power]}${suffix}`;
}
