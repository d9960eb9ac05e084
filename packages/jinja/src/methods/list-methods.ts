import { runtimeError } from '../error.ts';
import { sortOrder } from '../operations/compare.ts';
import { equalItem } from '../operations/equal.ts';
import { toArray } from '../operations/iterate.ts';
import { repr } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { List } from '../value/list.ts';
import { native, nativeTable } from '../value/native-function.ts';
import type { Tuple } from '../value/tuple.ts';
import type { Value } from '../value/value.ts';
import { boundArgument, integerArgument } from './argument.ts';

/** Methods of lists. */
export const listMethods = nativeTable(
  native('append(self, object, /)', (rt, self: List, value: Value) => {
    rt.meter.item(self.items.length + 1);
    self.items.push(value);
    return null;
  }),
  native('extend(self, iterable, /)', (rt, self: List, values: Value) => {
    const added = toArray(values, rt);
    rt.meter.item(self.items.length + added.length);
    for (const value of added) self.items.push(value);
    return null;
  }),
  native('insert(self, index, object, /)', (rt, self: List, index: Value, value: Value) => {
    rt.meter.item(self.items.length + 1);
    rt.meter.look(self.items.length);
    self.items.splice(boundArgument(integerArgument(index), self.items.length, 0), 0, value);
    return null;
  }),
  native('pop(self, index?, /)', (rt, self: List, index: Value = -1) =>
    pop(self, integerArgument(index), rt),
  ),
  native('remove(self, value, /)', (rt, self: List, value: Value) => {
    const at = position(self.items, value, 0, self.items.length, rt);
    if (at === -1) throw runtimeError('list.remove(x): x not in list');
    self.items.splice(at, 1);
    return null;
  }),
  native('clear(self, /)', (_rt, self: List) => {
    self.items.length = 0;
    return null;
  }),
  native('reverse(self, /)', (rt, self: List) => {
    rt.meter.spend(self.items.length);
    self.items.reverse();
    return null;
  }),
  native('sort(self, /, *, key?, reverse?)', (rt, self: List, key: Value = null, reverse: Value = false) =>
    sort(self, key, integerArgument(reverse) !== 0, rt),
  ),
  native('copy(self, /)', (rt, self: List) => new List(toArray(self, rt))),
  native(
    'index(self, value, start?, stop?, /)',
    (rt, self: List, value: Value, start?: Value, stop?: Value) =>
      indexOf(self.items, value, start, stop, `${repr(value, rt)} is not in list`, rt),
  ),
  native('count(self, value, /)', (rt, self: List, value: Value) => count(self.items, value, rt)),
);

/** Methods of tuples. */
export const tupleMethods = nativeTable(
  native(
    'index(self, value, start?, stop?, /)',
    (rt, self: Tuple, value: Value, start?: Value, stop?: Value) =>
      indexOf(self.items, value, start, stop, 'tuple.index(x): x not in tuple', rt),
  ),
  native('count(self, value, /)', (rt, self: Tuple, value: Value) => count(self.items, value, rt)),
);

function pop(self: List, index: number, rt: Runtime): Value {
  if (self.items.length === 0) throw runtimeError('pop from empty list');
  rt.meter.spend(1);
  rt.meter.look(self.items.length);
  const at = index < 0 ? index + self.items.length : index;
  const [value] = at < 0 ? [] : self.items.splice(at, 1);
  if (value === undefined) throw runtimeError('pop index out of range');
  return value;
}

function sort(self: List, key: Value, reverse: boolean, rt: Runtime): null {
  const keyed = self.items.map((item) => {
    const by = key === null ? item : rt.facilities.members.call(key, { positional: [item], named: null }, rt);
    return { item, by };
  });
  const sign = reverse ? -1 : 1;
  keyed.sort((a, b) => sign * sortOrder(a.by, b.by, rt));
  for (const [index, { item }] of keyed.entries()) self.items[index] = item;
  return null;
}

function indexOf(
  items: readonly Value[],
  value: Value,
  start: Value | undefined,
  stop: Value | undefined,
  message: string,
  rt: Runtime,
): number {
  const { length } = items;
  if (start === null || stop === null) throw runtimeError('slice indices must be integers');
  const at = position(items, value, boundArgument(start, length, 0), boundArgument(stop, length, length), rt);
  if (at === -1) throw runtimeError(message);
  return at;
}

function position(items: readonly Value[], value: Value, from: number, to: number, rt: Runtime): number {
  for (let index = from; index < to; index += 1) {
    rt.meter.spend(1);
    if (equalItem(items[index] ?? null, value, rt)) return index;
  }
  return -1;
}

function count(items: readonly Value[], value: Value, rt: Runtime): number {
  rt.meter.spend(items.length);
  return items.filter((item) => equalItem(item, value, rt)).length;
}
