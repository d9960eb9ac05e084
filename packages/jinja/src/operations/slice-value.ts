import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { Bytes } from '../value/bytes.ts';
import { Dict } from '../value/dict.ts';
import { List } from '../value/list.ts';
import { Markup } from '../value/markup.ts';
import { Range } from '../value/range.ts';
import { Tuple } from '../value/tuple.ts';
import { Undefined } from '../value/undefined.ts';
import { typeName, type Value } from '../value/value.ts';
import { characters, hasSurrogates } from './code-points.ts';
import { fitSlice, pick, type SliceBounds } from './slice.ts';

/** `value[start:stop:step]`. */
export function sliceValue(value: Value, bounds: SliceBounds, rt: Runtime): Value {
  if (typeof value === 'string') return sliceCharacters(value, bounds, rt);
  if (value instanceof Markup) return new Markup(sliceCharacters(value.value, bounds, rt));
  if (value instanceof List) return new List(sliceItems(value.items, bounds, rt));
  if (value instanceof Tuple) return new Tuple(sliceItems(value.items, bounds, rt));
  if (value instanceof Range) return value.slice(fitSlice(bounds, value.length));
  if (value instanceof Bytes) {
    rt.meter.scan(value.extent);
    return new Bytes(Uint8Array.from(pick([...value.value], fitSlice(bounds, value.extent))));
  }
  if (value instanceof Undefined) return value.member();
  if (value instanceof Dict) throw runtimeError("unhashable type: 'slice'");
  throw runtimeError(`'${typeName(value)}' object is not subscriptable`);
}

/** Tests whether a value has slices. */
export function isSliceable(value: Value): boolean {
  if (typeof value === 'string') return true;
  return [Markup, List, Tuple, Range, Bytes, Undefined].some((type) => value instanceof type);
}

function sliceItems(items: readonly Value[], bounds: SliceBounds, rt: Runtime): Value[] {
  const slice = fitSlice(bounds, items.length);
  rt.meter.collection(slice.count);
  return pick(items, slice);
}

function sliceCharacters(text: string, bounds: SliceBounds, rt: Runtime): string {
  rt.meter.scan(text.length);
  const units = hasSurrogates(text) ? characters(text) : null;
  const slice = fitSlice(bounds, units?.length ?? text.length);
  rt.meter.text(slice.count);
  if (units === null && slice.step === 1) return text.slice(slice.start, slice.start + slice.count);
  return pick(units ?? characters(text), slice).join('');
}
