import { runtimeError, type TemplateError } from '../error.ts';
import { formatPercent } from '../format/percent.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { Complex } from '../value/complex.ts';
import { integer, numeric, toFloat, toInteger } from '../value/float.ts';
import { Markup } from '../value/markup.ts';
import { TimeDelta } from '../value/time-delta.ts';
import { Undefined } from '../value/undefined.ts';
import { ObjectValue, typeName, type Value } from '../value/value.ts';
import { floatOperation } from './float-arithmetic.ts';
import { integerOperation } from './integer-arithmetic.ts';
import { cannotMultiply, repeatText, repetitions } from './repeat.ts';

/** `left operator right`, with Python's types: int with int is int (but for `/`), a float makes it float. */
export function binary(operator: BinaryOperator, left: Value, right: Value, rt: Runtime): Value {
  if (typeof left === 'number' && typeof right === 'number') {
    const quick = quickly(operator, left, right);
    if (quick !== null) return quick;
  }
  const a = numeric(left);
  const b = a === null ? null : numeric(right);
  if (a !== null && b !== null) return numbers(operator, left, right, rt);
  const result = overloaded(operator, left, right, rt);
  if (result !== undefined) return result;
  throw unsupported(operator, left, right);
}

/** `-value`. */
export function negative(value: Value): Value {
  if (typeof value === 'number' && value !== 0) return -value;
  const int = integer(value);
  if (int !== null) return toInteger(-BigInt(int));
  const number = numeric(value);
  if (number !== null) return toFloat(-Number(number));
  if (value instanceof TimeDelta) return value.negated();
  if (value instanceof Complex) return new Complex({ real: -value.real, imaginary: -value.imaginary });
  throw unaryError('-', value);
}

/** `+value`. */
export function positive(value: Value): Value {
  const int = integer(value);
  if (int !== null) return int;
  if (numeric(value) !== null || value instanceof TimeDelta || value instanceof Complex) return value;
  throw unaryError('+', value);
}

/** Sums and products of small ints, which are most of them; null for everything else. */
function quickly(operator: BinaryOperator, left: number, right: number): number | null {
  if (!Number.isSafeInteger(left) || !Number.isSafeInteger(right)) return null;
  const result =
    operator === '+'
      ? left + right
      : operator === '-'
        ? left - right
        : operator === '*'
          ? left * right
          : null;
  return result !== null && Number.isSafeInteger(result) ? result + 0 : null;
}

function numbers(operator: BinaryOperator, left: Value, right: Value, rt: Runtime): Value {
  const a = integer(left);
  const b = integer(right);
  if (a !== null && b !== null) return integerOperation(operator, BigInt(a), BigInt(b), rt);
  return floatOperation(operator, asFloat(left), asFloat(right));
}

function asFloat(value: Value): number {
  const number = Number(numeric(value));
  if (typeof value === 'bigint' && !Number.isFinite(number))
    throw runtimeError('int too large to convert to float');
  return number;
}

function overloaded(operator: BinaryOperator, left: Value, right: Value, rt: Runtime): Value | undefined {
  if (operator === '%' && (typeof left === 'string' || left instanceof Markup))
    return formatPercent(left, right, rt);
  if (left instanceof ObjectValue) {
    const result = left.operate(operator, right, false, rt);
    if (result !== undefined) return result;
  }
  if (right instanceof ObjectValue) {
    const result = right.operate(operator, left, true, rt);
    if (result !== undefined) return result;
  }
  if (typeof left === 'string' && operator === '+') return concatenated(left, right, rt);
  if (operator !== '*') return undefined;
  if (typeof left === 'string') return repeated(left, right, rt);
  return typeof right === 'string' ? repeated(right, left, rt) : undefined;
}

function concatenated(left: string, right: Value, rt: Runtime): Value {
  if (typeof right !== 'string')
    throw runtimeError(`can only concatenate str (not "${typeName(right)}") to str`);
  rt.meter.text(left.length + right.length);
  return left + right;
}

function repeated(value: string, by: Value, rt: Runtime): Value {
  const count = repetitions(by);
  if (count === undefined) throw cannotMultiply(by);
  return repeatText(value, count, rt);
}

function unsupported(operator: BinaryOperator, left: Value, right: Value): TemplateError {
  const symbol = operator === '**' ? '** or pow()' : operator;
  return runtimeError(
    `unsupported operand type(s) for ${symbol}: '${typeName(left)}' and '${typeName(right)}'`,
  );
}

function unaryError(operator: '-' | '+', value: Value): TemplateError {
  if (value instanceof Undefined) value.fail();
  return runtimeError(`bad operand type for unary ${operator}: '${typeName(value)}'`);
}
