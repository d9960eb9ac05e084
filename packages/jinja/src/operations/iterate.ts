import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { ObjectValue, typeName, type Value } from '../value/value.ts';
import { characters, textLength } from './code-points.ts';

/** `iter(value)`. Throws for values that cannot be walked through. */
export function iterate(value: Value, rt: Runtime): Iterable<Value> {
  const items = tryIterate(value, rt);
  if (items !== null) return items;
  throw runtimeError(`'${typeName(value)}' object is not iterable`);
}

/** `iter(value)`, or null for values that cannot be walked through. */
export function tryIterate(value: Value, rt: Runtime): Iterable<Value> | null {
  if (typeof value === 'string') {
    rt.meter.collection(value.length);
    return characters(value);
  }
  return value instanceof ObjectValue ? value.iterate(rt) : null;
}

/** A new array with the items of a value. */
export function toArray(value: Value, rt: Runtime): Value[] {
  const items = iterate(value, rt);
  if (Array.isArray(items)) {
    rt.meter.collection(items.length);
    return items.slice();
  }
  const result: Value[] = [];
  for (const item of items) {
    result.push(item);
    rt.meter.spend(1);
    if (result.length > rt.meter.limits.collectionSize) rt.meter.collection(result.length);
  }
  return result;
}

/** `len(value)`. */
export function length(value: Value, rt: Runtime): number {
  if (typeof value === 'string') return textLength(value);
  const size = value instanceof ObjectValue ? value.size(rt) : null;
  if (size === null) throw runtimeError(`object of type '${typeName(value)}' has no len()`);
  return size;
}
