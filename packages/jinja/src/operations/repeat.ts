import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { integer } from '../value/float.ts';
import { typeName, type Value } from '../value/value.ts';

// sys.maxsize of a 64-bit Python.
const longestSequence = 2n ** 63n - 1n;

/** Returns the count of repetitions of `sequence * value`; undefined when the value is no whole number. */
export function repetitions(value: Value): number | undefined {
  const count = integer(value);
  if (count === null) return undefined;
  if (count > longestSequence) throw runtimeError("cannot fit 'int' into an index-sized integer");
  return Math.max(0, Number(count));
}

/** The items `count` times over. */
export function repeatItems(items: readonly Value[], count: number, rt: Runtime): Value[] {
  rt.meter.collection(items.length * count);
  const result: Value[] = [];
  for (let round = 0; round < count && items.length > 0; round += 1)
    for (const item of items) result.push(item);
  return result;
}

/** The text `count` times over. */
export function repeatText(text: string, count: number, rt: Runtime): string {
  rt.meter.text(text.length * count);
  return text === '' ? '' : text.repeat(count);
}

/** Both lists of items in one. */
export function joinItems(a: readonly Value[], b: readonly Value[], rt: Runtime): Value[] {
  rt.meter.collection(a.length + b.length);
  return [...a, ...b];
}

export function cannotMultiply(value: Value) {
  return runtimeError(`can't multiply sequence by non-int of type '${typeName(value)}'`);
}
