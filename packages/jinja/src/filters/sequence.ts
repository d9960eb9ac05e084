import { runtimeError } from '../error.ts';
import { integerArgument } from '../methods/argument.ts';
import { binary } from '../operations/arithmetic.ts';
import { characters } from '../operations/code-points.ts';
import { ordered, sortOrder } from '../operations/compare.ts';
import { equal, equalItem } from '../operations/equal.ts';
import { iterate, length, toArray } from '../operations/iterate.ts';
import { callMethod } from '../operations/member.ts';
import { toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { numeric } from '../value/float.ts';
import { keyOf } from '../value/key.ts';
import { Lazy } from '../value/lazy.ts';
import { List } from '../value/list.ts';
import { escapeHtml, Markup, textOf } from '../value/markup.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { failUndefined } from '../value/undefined.ts';
import { type Key, truth, type Value } from '../value/value.ts';
import { ignoreCase, itemGetter, itemGetters } from './attribute.ts';
import { textOrMarkup } from './text.ts';

/** Filters that work on lists and whatever else can be walked through. */
export const sequenceFilters = nativeTable(
  native('first(seq)', (rt, value: Value) => {
    for (const item of iterate(value, rt)) return item;
    return rt.undefined('No first item, sequence was empty.');
  }),
  native('last(seq)', (rt, value: Value) => {
    if (value instanceof Lazy) throw runtimeError("'generator' object is not reversible");
    const item = value instanceof Markup ? value.item(-1) : toArray(value, rt).at(-1);
    return item === undefined ? rt.undefined('No last item, sequence was empty.') : item;
  }),
  native('length(obj, /)', (rt, value: Value) => length(value, rt)),
  native('list(value)', (rt, value: Value) => new List(toArray(value, rt))),
  native('reverse(value)', reverse),
  native('join(value, d?, attribute?)', join),
  native('sort(value, reverse?, case_sensitive?, attribute?)', sort),
  native('unique(value, case_sensitive?, attribute?)', unique),
  native(
    'min(value, case_sensitive?, attribute?)',
    (rt, value: Value, caseSensitive?: Value, attribute?: Value) =>
      extreme(rt, value, '<', caseSensitive, attribute),
  ),
  native(
    'max(value, case_sensitive?, attribute?)',
    (rt, value: Value, caseSensitive?: Value, attribute?: Value) =>
      extreme(rt, value, '>', caseSensitive, attribute),
  ),
  native('sum(iterable, attribute?, start?)', sum),
  native(
    'batch(value, linecount, fill_with?)',
    (rt, value: Value, count: Value, fill: Value = null) =>
      new Lazy('do_batch', batches(value, count, fill, rt)),
  ),
  native('slice(value, slices, fill_with?)', slices),
  native('random(seq)', (rt, value: Value) => {
    const items = toArray(value, rt);
    const item = items[Math.floor(rt.facilities.random() * items.length)];
    return item === undefined ? rt.undefined('No random item, sequence was empty.') : item;
  }),
);

function reverse(rt: Runtime, value: Value): Value {
  const text = textOf(value);
  if (text !== null) {
    rt.meter.text(text.length);
    const reversed = characters(text).reverse().join('');
    return value instanceof Markup ? new Markup(reversed) : reversed;
  }
  const items = toArray(value, rt).reverse();
  return value instanceof Lazy ? new List(items) : new Lazy('reversed', items.values());
}

function join(rt: Runtime, value: Value, separator: Value = '', attribute: Value = null): Value {
  const pick = itemGetter(attribute, rt);
  const items = toArray(value, rt).map(pick);
  if (!rt.autoescape) {
    const text = toText(separator, rt);
    return joined(
      items.map((item) => toText(item, rt)),
      text,
      rt,
    );
  }
  if (!(separator instanceof Markup)) {
    const escapes = items.some((item) => item instanceof Markup);
    const parts = items.map((item) => (escapes ? escapeHtml(item, rt).value : toText(item, rt)));
    const text = escapes ? escapeHtml(separator, rt).value : toText(separator, rt);
    const result = joined(parts, text, rt);
    return escapes ? new Markup(result) : result;
  }
  const parts = new List(items.map((item) => textOrMarkup(item, rt)));
  return callMethod(separator, 'join', { positional: [parts], named: null }, rt);
}

function joined(parts: readonly string[], separator: string, rt: Runtime): string {
  let size = separator.length * parts.length;
  for (const part of parts) size += part.length;
  rt.meter.text(size);
  return parts.join(separator);
}

function sort(
  rt: Runtime,
  value: Value,
  reversed: Value = false,
  caseSensitive: Value = false,
  attribute: Value = null,
): Value {
  const picks = itemGetters(attribute, rt);
  const fold = truth(caseSensitive) ? (key: Value) => key : (key: Value) => ignoreCase(key, rt);
  const keyed = toArray(value, rt).map((item) => {
    rt.meter.spend(picks.length);
    const keys = picks.map((pick) => fold(pick(item)));
    const [only] = keys;
    return { item, key: keys.length === 1 && only !== undefined ? only : new List(keys) };
  });
  const sign = shortInteger(reversed) === 0 ? 1 : -1;
  keyed.sort((a, b) => (equalItem(a.key, b.key, rt) ? 0 : sign * sortOrder(a.key, b.key, rt)));
  return new List(keyed.map(({ item }) => item));
}

/** A whole number as C's `int` holds it. */
function shortInteger(value: Value): number {
  const int = integerArgument(value);
  if (int >= 2 ** 31 || int < -(2 ** 31)) throw runtimeError('Python int too large to convert to C int');
  return int;
}

function unique(rt: Runtime, value: Value, caseSensitive: Value = false, attribute: Value = null): Value {
  const pick = itemGetter(attribute, rt);
  const fold = truth(caseSensitive) ? (key: Value) => key : (key: Value) => ignoreCase(key, rt);
  return new Lazy(
    'sync_do_unique',
    distinct(value, (item) => keyOf(fold(pick(item))), rt),
  );
}

function* distinct(value: Value, keyFor: (item: Value) => Key, rt: Runtime): Generator<Value> {
  const seen = new Set<Key>();
  for (const item of iterate(value, rt)) {
    rt.meter.spend(1);
    const key = keyFor(item);
    if (seen.has(key)) continue;
    seen.add(key);
    yield item;
  }
}

function extreme(
  rt: Runtime,
  value: Value,
  operator: '<' | '>',
  caseSensitive: Value = false,
  attribute: Value = null,
): Value {
  const pick = itemGetter(attribute, rt);
  const fold = truth(caseSensitive) ? (key: Value) => key : (key: Value) => ignoreCase(key, rt);
  let best: { item: Value; key: Value } | null = null;
  for (const item of iterate(value, rt)) {
    rt.meter.spend(1);
    const key = fold(pick(item));
    if (best === null || ordered(operator, key, best.key, rt)) best = { item, key };
  }
  return best === null ? rt.undefined('No aggregated item, sequence was empty.') : best.item;
}

function sum(rt: Runtime, value: Value, attribute: Value = null, start: Value = 0): Value {
  if (textOf(start) !== null) throw runtimeError("sum() can't sum strings [use ''.join(seq) instead]");
  const pick = itemGetter(attribute, rt);
  let total = start;
  for (const item of iterate(value, rt)) {
    rt.meter.spend(1);
    total = binary('+', total, pick(item), rt);
  }
  return total;
}

function* batches(value: Value, size: Value, fill: Value, rt: Runtime): Generator<Value> {
  const count = Number(numeric(size) ?? -1);
  let batch: Value[] = [];
  for (const item of iterate(value, rt)) {
    rt.meter.spend(1);
    if (equal(batch.length, size, rt)) {
      yield new List(batch);
      batch = [];
    }
    batch.push(item);
  }
  if (batch.length === 0) return;
  if (fill !== null && ordered('<', batch.length, size, rt)) {
    rt.meter.collection(integerArgument(size));
    while (batch.length < count) batch.push(fill);
  }
  yield new List(batch);
}

function slices(rt: Runtime, value: Value, count: Value, fill: Value = null): Value {
  return new Lazy('sync_do_slice', sliced(value, count, fill, rt));
}

function* sliced(value: Value, slicesWanted: Value, fill: Value, rt: Runtime): Generator<Value> {
  failUndefined(slicesWanted);
  const count = integerArgument(slicesWanted);
  const items = toArray(value, rt);
  if (count === 0) throw runtimeError('integer division or modulo by zero');
  const size = Math.floor(items.length / count);
  const longer = items.length - size * count;
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    rt.meter.spend(1);
    const start = offset + index * size;
    if (index < longer) offset += 1;
    const part = items.slice(start, offset + (index + 1) * size);
    if (fill !== null && index >= longer) part.push(fill);
    yield new List(part);
  }
}
