import { runtimeError } from '../error.ts';
import { integer } from '../value/float.ts';
import { typeName, type Value } from '../value/value.ts';

/** The bounds of `[start:stop:step]` as written; None stands for left out. */
export interface SliceBounds {
  readonly start: Value;
  readonly stop: Value;
  readonly step: Value;
}

/** A slice fitted to a length: `count` positions from `start` to before `stop`, `step` apart. */
export interface FittedSlice {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly count: number;
}

/** Fits bounds to a sequence of `length` items, as Python's `slice.indices`. */
export function fitSlice(bounds: SliceBounds, length: number): FittedSlice {
  const step = bound(bounds.step) ?? 1;
  if (step === 0) throw runtimeError('slice step cannot be zero');
  const lowest = step < 0 ? -1 : 0;
  const highest = step < 0 ? length - 1 : length;
  const fit = (value: Value, otherwise: number) => {
    const index = bound(value);
    if (index === null) return otherwise;
    return Math.min(Math.max(index < 0 ? index + length : index, lowest), highest);
  };
  const start = fit(bounds.start, step < 0 ? highest : lowest);
  const stop = fit(bounds.stop, step < 0 ? lowest : highest);
  const count = Math.max(0, Math.ceil((stop - start) / step));
  return { start, stop, step, count };
}

/** The items a fitted slice selects. */
export function pick<T>(items: readonly T[], slice: FittedSlice): T[] {
  if (slice.step === 1) return items.slice(slice.start, slice.start + slice.count);
  const result: T[] = [];
  for (let index = slice.start; result.length < slice.count; index += slice.step) {
    const item = items[index];
    if (item === undefined) break;
    result.push(item);
  }
  return result;
}

function bound(value: Value): number | null {
  if (value === null) return null;
  const index = integer(value);
  if (index === null)
    throw runtimeError(
      `slice indices must be integers or None or have an __index__ method, not ${typeName(value)}`,
    );
  if (typeof index === 'number') return index;
  return index > 0n ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
}
