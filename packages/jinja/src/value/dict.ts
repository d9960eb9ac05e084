import { equalItem } from '../operations/equal.ts';
import type { Runtime } from '../runtime.ts';
import { isHashable, keyOf, textKey } from './key.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

// A copy of keys is quicker than a walk.
const copiedPerStep = 8;

/** A host object that a dictionary shows without copying it. Its keys are texts. */
export interface ObjectView {
  get(key: string): Value | undefined;
  entries(): Map<Key, readonly [Value, Value]>;
}

/**
 * A dictionary in insertion order. One made from a host object reads through to it until the whole is needed; from then on,
 * and so before any change, it has entries of its own.
 */
export class Dict extends ObjectValue {
  readonly typeName = 'dict';
  #view: ObjectView | null;
  #entries: Map<Key, readonly [Value, Value]> | null = null;

  constructor(view: ObjectView | null = null) {
    super();
    this.#view = view;
  }

  /** A dictionary of the given pairs; the last of equal keys wins. */
  static of(pairs: Iterable<readonly [Value, Value]>): Dict {
    const dict = new Dict();
    for (const [key, value] of pairs) dict.set(key, value);
    return dict;
  }

  /** Keys and values in order. */
  get pairs(): Iterable<readonly [Value, Value]> {
    return this.#own().values();
  }

  keys(): Value[] {
    return Array.from(this.#own().values(), ([key]) => key);
  }

  get(key: Value): Value | undefined {
    const found = keyOf(key);
    if (this.#view === null) return this.#entries?.get(found)?.[1];
    return typeof found === 'string' ? this.#view.get(textOfKey(found)) : undefined;
  }

  /** As `get`, for a text known at compile time. */
  getText(key: string): Value | undefined {
    return this.#view === null ? this.#entries?.get(textKey(key))?.[1] : this.#view.get(key);
  }

  /** Python keeps the first of equal keys and the last value. */
  set(key: Value, value: Value): void {
    const entries = this.#own();
    const found = keyOf(key);
    entries.set(found, [entries.get(found)?.[0] ?? key, value]);
  }

  delete(key: Value): boolean {
    return this.#own().delete(keyOf(key));
  }

  clear(): void {
    this.#own().clear();
  }

  override repr(printer: Printer): void {
    printer.entries(this, this.pairs);
  }

  override truth(): boolean {
    return this.size() > 0;
  }

  override size(): number {
    return this.#own().size;
  }

  override iterate(rt: Runtime): Value[] {
    rt.meter.spend(this.size() / copiedPerStep);
    return this.keys();
  }

  /** Unlike `get`, takes a key that cannot be one for missing, as Jinja does. */
  override item(key: Value): Value | undefined {
    return isHashable(key) ? this.get(key) : undefined;
  }

  override contains(value: Value): boolean {
    return this.get(value) !== undefined;
  }

  override equals(other: Value, rt: Runtime): boolean {
    if (!(other instanceof Dict)) return false;
    if (other === this) return true;
    if (other.size() !== this.size()) return false;
    rt.meter.enter();
    let same = true;
    for (const [key, value] of this.pairs) {
      rt.meter.spend(1);
      const counterpart = other.get(key);
      same = counterpart !== undefined && equalItem(value, counterpart, rt);
      if (!same) break;
    }
    rt.meter.leave();
    return same;
  }

  override key(): undefined {
    return undefined;
  }

  #own(): Map<Key, readonly [Value, Value]> {
    this.#entries ??= this.#view?.entries() ?? new Map();
    this.#view = null;
    return this.#entries;
  }
}

/** The text behind a key in a dictionary whose keys are all texts; a structured key is found in none. */
function textOfKey(key: string): string {
  return key.startsWith('\u0000s') ? key.slice(2) : key;
}
