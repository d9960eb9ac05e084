import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { numeric } from '../value/float.ts';
import { ObjectValue, typeName, type Value } from '../value/value.ts';
import { compareText } from './code-points.ts';
import { equalItem } from './equal.ts';

export type OrderOperator = '<' | '<=' | '>' | '>=';

/** `a op b` for the ordering operators. Throws when the two have no order, as `1 < 'a'`. */
export function ordered(operator: OrderOperator, a: Value, b: Value, rt: Runtime): boolean {
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareValues(a, b, rt);
  if (order === undefined)
    throw runtimeError(
      `'${operator}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`,
    );
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** Orders for sorting: negative when `a` comes first. Throws when the two have no order. */
export function sortOrder(a: Value, b: Value, rt: Runtime): number {
  rt.meter.spend(1);
  if (ordered('<', a, b, rt)) return -1;
  return ordered('<', b, a, rt) ? 1 : 0;
}

/** The first differing pair decides, then the length. */
export function compareItems(a: readonly Value[], b: readonly Value[], rt: Runtime): number | undefined {
  const length = Math.min(a.length, b.length);
  rt.meter.enter();
  rt.meter.spend(length);
  let order: number | undefined = a.length - b.length;
  for (let index = 0; index < length; index += 1) {
    const left = a[index] ?? null;
    const right = b[index] ?? null;
    if (equalItem(left, right, rt)) continue;
    order = orderOrFail(left, right, rt);
    break;
  }
  rt.meter.leave();
  return order;
}

function orderOrFail(a: Value, b: Value, rt: Runtime): number {
  const order = compareValues(a, b, rt);
  if (order !== undefined) return order;
  throw runtimeError(`'<' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`);
}

/** Negative, zero, positive; NaN for an incomparable float, with which every comparison is false; undefined without order. */
function compareValues(a: Value, b: Value, rt: Runtime): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') {
    rt.meter.look(a.length + b.length);
    return compareText(a, b);
  }
  const left = numeric(a);
  const right = left === null ? null : numeric(b);
  if (left !== null && right !== null) return left < right ? -1 : left > right ? 1 : tie(left, right);
  if (a instanceof ObjectValue) {
    rt.meter.look(a.extent);
    const order = a.compare(b, rt);
    if (order !== undefined) return order;
  }
  if (!(b instanceof ObjectValue)) return undefined;
  const order = b.compare(a, rt);
  return order === undefined ? undefined : -order;
}

function tie(a: number | bigint, b: number | bigint): number {
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0;
}
