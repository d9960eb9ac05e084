import { runtimeError } from '../error.ts';
import { compareItems } from '../operations/compare.ts';
import { equalItems } from '../operations/equal.ts';
import { cannotMultiply, joinItems, repeatItems, repetitions } from '../operations/repeat.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { indexItem } from './index-item.ts';
import { structuredKey } from './key.ts';
import { Undefined } from './undefined.ts';
import { type Key, ObjectValue, type Printer, typeName, type Value } from './value.ts';

/**
 * A tuple: a list that never changes. `names`, when given, are attributes for the items, as in a named tuple, which prints
 * as `title(name=item, …)`.
 */
export class Tuple extends ObjectValue {
  readonly typeName = 'tuple';
  readonly items: readonly Value[];
  readonly #names: readonly string[];
  readonly #title: string;
  #key: Key | undefined;

  constructor(items: readonly Value[], names: readonly string[] = [], title = '') {
    super();
    this.items = items;
    this.#names = names;
    this.#title = title;
  }

  override repr(printer: Printer): void {
    if (this.#title !== '') {
      this.#reprNamed(printer);
      return;
    }
    printer.items(this, '(', this.items.length === 1 ? ',)' : ')', this.items, '(...)');
  }

  override truth(): boolean {
    return this.items.length > 0;
  }

  override size(): number {
    return this.items.length;
  }

  override iterate(): Iterable<Value> {
    return this.items;
  }

  override item(key: Value): Value | undefined {
    return indexItem(key, this.items.length, (index) => this.items[index]);
  }

  override attribute(name: string): Value | undefined {
    const index = this.#names.indexOf(name);
    return index === -1 ? undefined : this.items[index];
  }

  override equals(other: Value, rt: Runtime): boolean {
    return other instanceof Tuple && equalItems(this.items, other.items, rt);
  }

  override compare(other: Value, rt: Runtime): number | undefined {
    return other instanceof Tuple ? compareItems(this.items, other.items, rt) : undefined;
  }

  override operate(
    operator: BinaryOperator,
    other: Value,
    reflected: boolean,
    rt: Runtime,
  ): Value | undefined {
    if (other instanceof Undefined) return undefined;
    if (operator === '*') {
      const count = repetitions(other);
      if (count === undefined) throw cannotMultiply(other);
      return new Tuple(repeatItems(this.items, count, rt));
    }
    if (operator !== '+' || reflected) return undefined;
    if (other instanceof Tuple) return new Tuple(joinItems(this.items, other.items, rt));
    throw runtimeError(`can only concatenate tuple (not "${typeName(other)}") to tuple`);
  }

  override key(): Key {
    this.#key ??= structuredKey('t', this.items);
    return this.#key;
  }

  #reprNamed(printer: Printer): void {
    printer.write(`${this.#title}(`);
    for (const [index, item] of this.items.entries()) {
      printer.write(`${index === 0 ? '' : ', '}${this.#names[index]}=`);
      printer.value(item);
    }
    printer.write(')');
  }
}
