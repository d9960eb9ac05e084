import { type Expression, expression, operand, type Value } from './value.ts';

/** A value of the run, or a constant of the same type. */
export type Operand<T> = T | Expression<T>;

/** Returns whether two values are equal. */
export function equal<T>(left: Expression<T>, right: Operand<NoInfer<T>>): Value<boolean> {
  return compare(left, '==', right);
}

/** Returns whether two values are different. */
export function notEqual<T>(left: Expression<T>, right: Operand<NoInfer<T>>): Value<boolean> {
  return compare(left, '!=', right);
}

/** Returns whether the first value is less than the second. */
export function less<T extends number | string>(
  left: Expression<T>,
  right: Operand<NoInfer<T>>,
): Value<boolean> {
  return compare(left, '<', right);
}

/** Returns whether the first value is at most the second. */
export function atMost<T extends number | string>(
  left: Expression<T>,
  right: Operand<NoInfer<T>>,
): Value<boolean> {
  return compare(left, '<=', right);
}

/** Returns whether the first value is greater than the second. */
export function greater<T extends number | string>(
  left: Expression<T>,
  right: Operand<NoInfer<T>>,
): Value<boolean> {
  return compare(left, '>', right);
}

/** Returns whether the first value is at least the second. */
export function atLeast<T extends number | string>(
  left: Expression<T>,
  right: Operand<NoInfer<T>>,
): Value<boolean> {
  return compare(left, '>=', right);
}

/** Returns whether a list has an item. */
export function includes<T>(list: Expression<readonly T[]>, wanted: Operand<NoInfer<T>>): Value<boolean> {
  return compare(wanted, 'in', list);
}

/** Returns whether a text has another one in it. */
export function contains(text: Expression<string>, part: Operand<string>): Value<boolean> {
  return compare(part, 'in', text);
}

/** Returns whether all conditions hold. */
export function and(...conditions: readonly Expression<boolean>[]): Value<boolean> {
  return expression<boolean>(conditions.map(operand).join(' and ') || 'true');
}

/** Returns whether one of the conditions holds. */
export function or(...conditions: readonly Expression<boolean>[]): Value<boolean> {
  return expression<boolean>(conditions.map(operand).join(' or ') || 'false');
}

/** Returns whether a condition does not hold. */
export function not(condition: Expression<boolean>): Value<boolean> {
  return expression<boolean>(`not ${operand(condition)}`);
}

/** Returns the number of items of a list, or of characters of a text. */
export function length(value: Expression<readonly unknown[]> | Expression<string>): Value<number> {
  return expression<number>(`${operand(value)} | length`);
}

/** Returns a value or, where there is none, another one. */
export function orElse<T>(
  value: Expression<T>,
  other: Operand<NoInfer<NonNullable<T>>>,
): Value<NonNullable<T>> {
  return expression<NonNullable<T>>(`${operand(value)} | default(${operand(other)}, true)`);
}

function compare(left: unknown, operator: string, right: unknown): Value<boolean> {
  return expression<boolean>(`${operand(left)} ${operator} ${operand(right)}`);
}
