import { runtimeError } from '../error.ts';
import { iterate, toArray } from '../operations/iterate.ts';
import { repr } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { Dict } from '../value/dict.ts';
import { DictView } from '../value/dict-view.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import { Undefined } from '../value/undefined.ts';
import type { Value } from '../value/value.ts';

/** Methods of dictionaries. */
export const dictMethods = nativeTable(
  native('keys(self, /)', (_rt, self: Dict) => new DictView(self, 'keys')),
  native('values(self, /)', (_rt, self: Dict) => new DictView(self, 'values')),
  native('items(self, /)', (_rt, self: Dict) => new DictView(self, 'items')),
  native('get(self, key, default?, /)', (_rt, self: Dict, key: Value, otherwise: Value = null) => {
    const value = self.get(key);
    return value === undefined ? otherwise : value;
  }),
  native('copy(self, /)', (rt, self: Dict) => {
    rt.meter.collection(self.size());
    return Dict.of(self.pairs);
  }),
  native('pop(self, key, default?, /)', (rt, self: Dict, key: Value, otherwise: Value | undefined) => {
    const value = self.truth() ? self.get(key) : undefined;
    if (value !== undefined) self.delete(key);
    else if (otherwise === undefined) throw runtimeError(repr(key, rt));
    return value === undefined ? (otherwise ?? null) : value;
  }),
  native('popitem(self, /)', (rt, self: Dict) => {
    rt.meter.spend(self.size() / 8);
    const last = Array.from(self.pairs).at(-1);
    if (last === undefined) throw runtimeError("'popitem(): dictionary is empty'");
    self.delete(last[0]);
    return new Tuple(last);
  }),
  native('setdefault(self, key, default?, /)', (rt, self: Dict, key: Value, otherwise: Value = null) => {
    const value = self.get(key);
    if (value !== undefined) return value;
    rt.meter.item(self.size() + 1);
    self.set(key, otherwise);
    return otherwise;
  }),
  native(
    'update(self, other?, /, **kwargs)',
    (rt, self: Dict, other: Value | undefined, named: ReadonlyMap<string, Value>) => {
      update(self, other, named, rt);
      return null;
    },
  ),
  native('clear(self, /)', (_rt, self: Dict) => {
    self.clear();
    return null;
  }),
  native('fromkeys(self, iterable, value?, /)', (rt, _self: Dict, keys: Value, value: Value = null) =>
    Dict.of(toArray(keys, rt).map((key) => [key, value] as const)),
  ),
);

/** Adds what `dict(other, **named)` has: a dictionary's entries or a list of pairs, then the named ones. */
export function update(
  target: Dict,
  other: Value | undefined,
  named: ReadonlyMap<string, Value>,
  rt: Runtime,
): void {
  if (other !== undefined) for (const [key, value] of pairsOf(other, rt)) add(target, key, value, rt);
  for (const [key, value] of named) add(target, key, value, rt);
}

function add(target: Dict, key: Value, value: Value, rt: Runtime): void {
  target.set(key, value);
  rt.meter.spend(1);
  const size = target.size();
  if (size > rt.meter.limits.collectionSize) rt.meter.collection(size);
}

function* pairsOf(source: Value, rt: Runtime): Iterable<readonly [Value, Value]> {
  if (source instanceof Dict) {
    yield* [...source.pairs];
    return;
  }
  if (source instanceof Undefined) source.fail();
  let index = 0;
  for (const item of iterate(source, rt)) {
    const pair = toArray(item, rt);
    const [key, value] = pair;
    if (key === undefined || value === undefined || pair.length !== 2)
      throw runtimeError(
        `dictionary update sequence element #${index} has length ${pair.length}; 2 is required`,
      );
    yield [key, value];
    index += 1;
  }
}
