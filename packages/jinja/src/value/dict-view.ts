import type { Runtime } from '../runtime.ts';
import type { Dict } from './dict.ts';
import { Tuple } from './tuple.ts';
import { type Key, type Printer, Thing, type Value } from './value.ts';

/** `d.keys()`, `d.values()` and `d.items()`: they show the dictionary as it is when they are walked through. */
export class DictView extends Thing {
  readonly typeName: string;
  readonly #dict: Dict;
  readonly #part: 'keys' | 'values' | 'items';

  constructor(dict: Dict, part: 'keys' | 'values' | 'items') {
    super();
    this.#dict = dict;
    this.#part = part;
    this.typeName = `dict_${part}`;
  }

  override repr(printer: Printer): void {
    printer.items(this, `${this.typeName}([`, '])', this.#items(), '...');
  }

  override truth(): boolean {
    return this.#dict.truth();
  }

  override size(): number {
    return this.#dict.size();
  }

  override iterate(rt: Runtime): Value[] {
    rt.meter.spend(this.#dict.size() / (this.#part === 'items' ? 1 : 8));
    return this.#items();
  }

  #items(): Value[] {
    if (this.#part === 'keys') return this.#dict.keys();
    if (this.#part === 'values') return Array.from(this.#dict.pairs, ([, value]) => value);
    return Array.from(this.#dict.pairs, (pair) => new Tuple(pair));
  }

  override key(): Key | undefined {
    return this.#part === 'values' ? super.key() : undefined;
  }

  override contains(value: Value, _rt: Runtime): boolean | undefined {
    return this.#part === 'keys' ? this.#dict.contains(value) : undefined;
  }
}
