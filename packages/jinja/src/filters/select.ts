import { runtimeError } from '../error.ts';
import { sortOrder } from '../operations/compare.ts';
import { equal } from '../operations/equal.ts';
import { iterate, toArray } from '../operations/iterate.ts';
import type { Runtime } from '../runtime.ts';
import { keyOf } from '../value/key.ts';
import { Lazy } from '../value/lazy.ts';
import { List } from '../value/list.ts';
import { textOf } from '../value/markup.ts';
import { invoke, type Native, type NativeTable, native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import { truth, type Value } from '../value/value.ts';
import { ignoreCase, itemGetter } from './attribute.ts';

type Named = ReadonlyMap<string, Value>;

const selecting = (name: string, keep: boolean, byAttribute: boolean): Native =>
  native(`${name}(value, /, *args, **kwargs)`, (rt, value: Value, args: readonly Value[], named: Named) => {
    return new Lazy(
      'select_or_reject',
      selected(value, keep, () => condition(args, named, byAttribute, rt), rt),
    );
  });

/** Filters that apply a test or a filter to every item. */
export const selectFilters = nativeTable(
  selecting('select', true, false),
  selecting('reject', false, false),
  selecting('selectattr', true, true),
  selecting('rejectattr', false, true),
  native('map(value, /, *args, **kwargs)', (rt, value: Value, args: readonly Value[], named: Named) => {
    return new Lazy(
      'sync_do_map',
      mapped(value, () => mapping(args, named, rt), rt),
    );
  }),
  native('groupby(value, attribute, default?, case_sensitive?)', groupBy),
);

// Both look at their arguments when the first item is wanted, as Python's generators do.

function* selected(
  value: Value,
  keep: boolean,
  prepare: () => (item: Value) => boolean,
  rt: Runtime,
): Generator<Value> {
  if (!truth(value)) return;
  const holds = prepare();
  for (const item of iterate(value, rt)) {
    rt.meter.spend(1);
    if (holds(item) === keep) yield item;
  }
}

function* mapped(value: Value, prepare: () => (item: Value) => Value, rt: Runtime): Generator<Value> {
  if (!truth(value)) return;
  const change = prepare();
  for (const item of iterate(value, rt)) {
    rt.meter.spend(1);
    yield change(item);
  }
}

function condition(
  args: readonly Value[],
  named: Named,
  byAttribute: boolean,
  rt: Runtime,
): (item: Value) => boolean {
  if (byAttribute && args.length === 0) throw runtimeError('Missing parameter for attribute name');
  const pick = byAttribute ? itemGetter(args[0], rt) : (item: Value) => item;
  const [name, ...rest] = byAttribute ? args.slice(1) : args;
  if (name === undefined) return (item) => truth(pick(item));
  const test = lookUp(rt.facilities.tests, name, 'test');
  const given = { positional: rest, named: named.size === 0 ? null : named };
  return (item) => truth(invoke(test, pick(item), given, rt));
}

function mapping(args: readonly Value[], named: Named, rt: Runtime): (item: Value) => Value {
  const attribute = named.get('attribute');
  if (args.length === 0 && attribute !== undefined) {
    const unexpected = [...named.keys()].find((name) => name !== 'attribute' && name !== 'default');
    if (unexpected !== undefined) throw runtimeError(`Unexpected keyword argument '${unexpected}'`);
    return itemGetter(attribute, rt, named.get('default'));
  }
  const [name, ...rest] = args;
  if (name === undefined) throw runtimeError('map requires a filter argument');
  const filter = lookUp(rt.facilities.filters, name, 'filter');
  const given = { positional: rest, named: named.size === 0 ? null : named };
  return (item) => invoke(filter, item, given, rt);
}

function lookUp(table: NativeTable, name: Value, kind: 'filter' | 'test'): Native {
  keyOf(name);
  const found = table.get(textOf(name) ?? '');
  if (found === undefined) throw runtimeError(`No ${kind} named '${textOf(name) ?? '?'}'.`);
  return found;
}

function groupBy(
  rt: Runtime,
  value: Value,
  attribute: Value,
  fallback: Value = null,
  caseSensitive: Value = false,
): Value {
  const pick = itemGetter(attribute, rt, fallback);
  const fold = truth(caseSensitive) ? (key: Value) => key : (key: Value) => ignoreCase(key, rt);
  const keyed = toArray(value, rt).map((item) => ({ item, key: fold(pick(item)) }));
  keyed.sort((a, b) => sortOrder(a.key, b.key, rt));
  const groups: { key: Value; items: Value[] }[] = [];
  for (const { item, key } of keyed) {
    const last = groups.at(-1);
    if (last !== undefined && equal(last.key, key, rt)) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return new List(
    groups.map(({ items }) => new Tuple([pick(items[0] ?? null), new List(items)], ['grouper', 'list'])),
  );
}
