import { iterate } from '../operations/iterate.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { keyOf } from './key.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

/** Values that compare as sets: sets, and the keys and items of dictionaries. */
export abstract class SetLike extends ObjectValue {
  /** True when this one does: the values of a dictionary have the same methods and are no set. */
  get isSet(): boolean {
    return true;
  }

  abstract override size(): number;

  abstract override iterate(rt: Runtime): Value[];

  override truth(): boolean {
    return this.size() > 0;
  }

  override equals(other: Value, rt: Runtime): boolean {
    if (!this.isSet || !isSetLike(other)) return this === other;
    return this.size() === other.size() && this.isWithin(other, rt);
  }

  /** NaN when neither holds the other: every comparison of the two is false. */
  override compare(other: Value, rt: Runtime): number | undefined {
    if (!this.isSet || !isSetLike(other)) return undefined;
    const order = this.size() - other.size();
    const isOrdered = order > 0 ? other.isWithin(this, rt) : this.isWithin(other, rt);
    return isOrdered ? order : Number.NaN;
  }

  /** A view takes away what can be walked through, and is taken away from it; a set only takes away a set. */
  override operate(
    operator: BinaryOperator,
    other: Value,
    reflected: boolean,
    rt: Runtime,
  ): Value | undefined {
    if (operator !== '-' || !this.isSet) return undefined;
    if (this instanceof SetValue && !(other instanceof SetValue)) return undefined;
    const [left, right] = reflected ? [other, this] : [this, other];
    return SetValue.from(left, rt).without(right, rt);
  }

  override key(): Key | undefined {
    return this.isSet ? undefined : super.key();
  }

  /** Tests whether all members are members of another set. */
  isWithin(other: SetLike, rt: Runtime): boolean {
    rt.meter.spend(this.size());
    return this.iterate(rt).every((item) => other.contains(item, rt) === true);
  }
}

/** A set: what the difference of two views is. It never changes, and keeps the order in which it was made. */
export class SetValue extends SetLike {
  readonly typeName = 'set';
  readonly #members: Map<Key, Value>;

  constructor(members: Map<Key, Value>) {
    super();
    this.#members = members;
  }

  /** The items of a value, each once. Throws for a value that cannot be walked through, and for items that cannot be hashed. */
  static from(value: Value, rt: Runtime): SetValue {
    return new SetValue(new Map()).with(value, rt);
  }

  /** The members, and the items of `value`. */
  with(value: Value, rt: Runtime): SetValue {
    const members = new Map(this.#members);
    rt.meter.spend(members.size);
    for (const item of iterate(value, rt)) {
      const key = keyOf(item);
      if (!members.has(key)) members.set(key, item);
      rt.meter.item(members.size);
    }
    return new SetValue(members);
  }

  /** The members that `value` has not. */
  without(value: Value, rt: Runtime): SetValue {
    const members = new Map(this.#members);
    rt.meter.spend(members.size);
    for (const item of iterate(value, rt)) {
      members.delete(keyOf(item));
      rt.meter.spend(1);
    }
    return new SetValue(members);
  }

  override size(): number {
    return this.#members.size;
  }

  override iterate(rt: Runtime): Value[] {
    rt.meter.spend(this.#members.size / 8);
    return [...this.#members.values()];
  }

  override contains(value: Value): boolean {
    return this.#members.has(keyOf(value));
  }

  override repr(printer: Printer): void {
    if (this.#members.size === 0) printer.write('set()');
    else printer.items(this, '{', '}', this.#members.values(), 'set(...)');
  }
}

function isSetLike(value: Value): value is SetLike {
  return value instanceof SetLike && value.isSet;
}
