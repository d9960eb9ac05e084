import { runtimeError } from '../error.ts';
import { integerArgument, textArgument } from '../methods/argument.ts';
import { sortOrder } from '../operations/compare.ts';
import { pureAttribute } from '../operations/member.ts';
import type { Runtime } from '../runtime.ts';
import { Dict } from '../value/dict.ts';
import { Lazy } from '../value/lazy.ts';
import { List } from '../value/list.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import { Undefined } from '../value/undefined.ts';
import { truth, typeName, type Value } from '../value/value.ts';
import { ignoreCase } from './attribute.ts';

/** Filters for dictionaries, members and missing values. */
export const mappingFilters = nativeTable(
  native(
    'default(value, default_value?, boolean?)',
    (_rt, value: Value, otherwise: Value = '', boolean: Value = false) =>
      value instanceof Undefined || (truth(boolean) && !truth(value)) ? otherwise : value,
  ),
  native('attr(obj, name)', (rt, value: Value, name: Value) => pureAttribute(value, attributeName(name), rt)),
  native('items(value)', (_rt, value: Value) => {
    return new Lazy('do_items', itemPairs(value));
  }),
  native('dictsort(value, case_sensitive?, by?, reverse?)', sortDict),
);

function attributeName(name: Value): string {
  if (name instanceof Undefined && name.kind === 'strict') name.fail();
  return textArgument(name, 'attribute name');
}

function* itemPairs(value: Value): Generator<Value> {
  if (value instanceof Undefined) return;
  if (!(value instanceof Dict)) throw runtimeError('Can only get item pairs from a mapping.');
  for (const pair of value.pairs) yield new Tuple(pair);
}

function sortDict(
  rt: Runtime,
  value: Value,
  caseSensitive: Value = false,
  by: Value = 'key',
  reversed: Value = false,
): Value {
  const part = textArgument(by);
  if (part !== 'key' && part !== 'value') throw runtimeError('You can only sort by either "key" or "value"');
  if (value instanceof Undefined) value.fail();
  if (!(value instanceof Dict)) throw runtimeError(`'${typeName(value)}' object has no attribute 'items'`);
  const fold = truth(caseSensitive) ? (key: Value) => key : (key: Value) => ignoreCase(key, rt);
  const keyed = Array.from(value.pairs, (pair) => ({ pair, key: fold(part === 'key' ? pair[0] : pair[1]) }));
  const sign = integerArgument(reversed) === 0 ? 1 : -1;
  keyed.sort((a, b) => sign * sortOrder(a.key, b.key, rt));
  return new List(keyed.map(({ pair }) => new Tuple(pair)));
}
