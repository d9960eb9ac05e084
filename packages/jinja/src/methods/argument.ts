import { runtimeError } from '../error.ts';
import { integer, numeric } from '../value/float.ts';
import { textOf } from '../value/markup.ts';
import { failUndefined } from '../value/undefined.ts';
import { typeName, type Value } from '../value/value.ts';

/** The text of an argument; throws for any other type. */
export function textArgument(value: Value, what = 'argument'): string {
  const text = textOf(value);
  if (text === null) throw runtimeError(`${what} must be str, not ${typeName(value)}`);
  return text;
}

/** The whole number of an argument, clamped to what a JavaScript number holds exactly; throws for any other type. */
export function integerArgument(value: Value): number {
  const int = integer(value);
  if (int === null) throw runtimeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
  return Math.min(Math.max(Number(int), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/** The number of an argument, whole or not, that Python compares; throws for any other type. */
export function numberArgument(value: Value): number {
  const number = numeric(value);
  failUndefined(value);
  if (number === null) throw runtimeError(`must be real number, not ${typeName(value)}`);
  return Number(number);
}

/** A bound of a search range: None or nothing stands for `otherwise`, a negative one counts from the end. */
export function boundArgument(value: Value | undefined, length: number, otherwise: number): number {
  if (value === undefined || value === null) return otherwise;
  const index = integerArgument(value);
  return index < 0 ? Math.max(index + length, 0) : Math.min(index, length);
}
