import type { Runtime } from '../runtime.ts';
import { Complex } from '../value/complex.ts';
import { numeric } from '../value/float.ts';
import { Undefined } from '../value/undefined.ts';
import { ObjectValue, type Value } from '../value/value.ts';

/** `a == b`. Numbers of all kinds and booleans compare by value, everything else only with its own kind. */
export function equal(a: Value, b: Value, rt: Runtime): boolean {
  if (typeof a === 'string' && typeof b === 'string') return equalTexts(a, b, rt);
  if (a === b && (a === null || typeof a !== 'object')) return true;
  const left = numeric(a);
  if (left !== null) {
    const right = numeric(b);
    if (right !== null) return equalNumbers(left, right);
  }
  if (b instanceof Undefined || b instanceof Complex) return b.equals(a);
  if (a instanceof ObjectValue) {
    rt.meter.look(a.extent);
    return a.equals(b, rt);
  }
  return b instanceof ObjectValue && b.equals(a, rt);
}

/** Equality inside a collection, where Python takes the same object for equal without asking. */
export function equalItem(a: Value, b: Value, rt: Runtime): boolean {
  return (typeof a === 'object' && a === b) || equal(a, b, rt);
}

function equalTexts(a: string, b: string, rt: Runtime): boolean {
  if (a.length !== b.length) return false;
  rt.meter.look(a.length);
  return a === b;
}

/** Tests whether two sequences have equal items. */
export function equalItems(a: readonly Value[], b: readonly Value[], rt: Runtime): boolean {
  if (a.length !== b.length) return false;
  rt.meter.enter();
  rt.meter.spend(a.length);
  const same = a.every((item, index) => equalItem(item, b[index] ?? null, rt));
  rt.meter.leave();
  return same;
}

function equalNumbers(a: number | bigint, b: number | bigint): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: `==` compares a bigint and a number by mathematical value, which `===` never does
  return a == b;
}
