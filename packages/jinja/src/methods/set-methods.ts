import type { Runtime } from '../runtime.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { type SetLike, SetValue } from '../value/set-like.ts';
import type { Value } from '../value/value.ts';

const isDisjoint = native('isdisjoint(self, other, /)', (rt, self: SetLike, other: Value) => {
  const items = SetValue.from(other, rt);
  return items.iterate(rt).every((item) => self.contains(item, rt) !== true);
});

/** Methods of the keys and items of dictionaries. */
export const viewMethods = nativeTable(isDisjoint);

/** Methods of sets; a set never changes. */
export const setMethods = nativeTable(
  isDisjoint,
  native('copy(self, /)', (_rt, self: SetValue) => self),
  native('union(self, /, *others)', (rt, self: SetValue, others: readonly Value[]) =>
    union(self, others, rt),
  ),
  native('difference(self, /, *others)', (rt, self: SetValue, others: readonly Value[]) =>
    others.reduce<SetValue>((rest, other) => rest.without(other, rt), self),
  ),
  native('intersection(self, /, *others)', (rt, self: SetValue, others: readonly Value[]) =>
    others.reduce<SetValue>((rest, other) => rest.without(rest.without(other, rt), rt), self),
  ),
  native('symmetric_difference(self, other, /)', (rt, self: SetValue, other: Value) =>
    union(self.without(other, rt), [SetValue.from(other, rt).without(self, rt)], rt),
  ),
  native('issubset(self, other, /)', (rt, self: SetValue, other: Value) =>
    self.isWithin(SetValue.from(other, rt), rt),
  ),
  native('issuperset(self, other, /)', (rt, self: SetValue, other: Value) =>
    SetValue.from(other, rt).isWithin(self, rt),
  ),
);

function union(self: SetValue, others: readonly Value[], rt: Runtime): SetValue {
  return others.reduce<SetValue>((whole, other) => whole.with(other, rt), self);
}
