import { equalItem } from '../operations/equal.ts';
import type { Runtime } from '../runtime.ts';
import type { Dict } from './dict.ts';
import { SetLike } from './set-like.ts';
import { Tuple } from './tuple.ts';
import type { Printer, Value } from './value.ts';

/** `d.keys()`, `d.values()` and `d.items()`: they show the dictionary as it is when they are walked through. */
export class DictView extends SetLike {
  readonly typeName: string;
  readonly #dict: Dict;
  readonly #part: 'keys' | 'values' | 'items';

  constructor(dict: Dict, part: 'keys' | 'values' | 'items') {
    super();
    this.#dict = dict;
    this.#part = part;
    this.typeName = `dict_${part}`;
  }

  override get isSet(): boolean {
    return this.#part !== 'values';
  }

  override repr(printer: Printer): void {
    printer.items(this, `${this.typeName}([`, '])', this.#items(), '...');
  }

  override size(): number {
    return this.#dict.size();
  }

  override iterate(rt: Runtime): Value[] {
    rt.meter.spend(this.#dict.size() / (this.#part === 'items' ? 1 : 8));
    return this.#items();
  }

  override contains(value: Value, rt: Runtime): boolean | undefined {
    if (this.#part === 'keys') return this.#dict.contains(value);
    return this.#part === 'items' ? this.#hasItem(value, rt) : undefined;
  }

  #hasItem(value: Value, rt: Runtime): boolean {
    if (!(value instanceof Tuple)) return false;
    const [key, wanted] = value.items;
    if (value.items.length !== 2 || key === undefined || wanted === undefined) return false;
    const found = this.#dict.get(key);
    return found !== undefined && equalItem(found, wanted, rt);
  }

  #items(): Value[] {
    if (this.#part === 'keys') return this.#dict.keys();
    if (this.#part === 'values') return Array.from(this.#dict.pairs, ([, value]) => value);
    return Array.from(this.#dict.pairs, (pair) => new Tuple(pair));
  }
}
