import { runtimeError } from '../error.ts';
import { compareItems } from '../operations/compare.ts';
import { equalItems } from '../operations/equal.ts';
import { cannotMultiply, joinItems, repeatItems, repetitions } from '../operations/repeat.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { indexItem } from './index-item.ts';
import { Undefined } from './undefined.ts';
import { ObjectValue, type Printer, typeName, type Value } from './value.ts';

/** A host array that a list shows without copying it. */
export interface ArrayView {
  readonly length: number;
  at(index: number): Value | undefined;
  all(): Value[];
}

/**
 * A list. One made from a host array reads through to it until the whole is needed; from then on, and so before any
 * change, it has items of its own.
 */
export class List extends ObjectValue {
  readonly typeName = 'list';
  #view: ArrayView | null;
  #items: Value[];

  constructor(items: Value[], view: ArrayView | null = null) {
    super();
    this.#items = items;
    this.#view = view;
  }

  get items(): Value[] {
    if (this.#view !== null) {
      this.#items = this.#view.all();
      this.#view = null;
    }
    return this.#items;
  }

  override repr(printer: Printer): void {
    printer.items(this, '[', ']', this.items);
  }

  override truth(): boolean {
    return this.size() > 0;
  }

  override size(): number {
    return this.#view?.length ?? this.#items.length;
  }

  override iterate(): Value[] {
    return this.items;
  }

  override item(key: Value): Value | undefined {
    const view = this.#view;
    return indexItem(key, this.size(), (index) => (view === null ? this.#items[index] : view.at(index)));
  }

  override equals(other: Value, rt: Runtime): boolean {
    return other instanceof List && equalItems(this.items, other.items, rt);
  }

  override compare(other: Value, rt: Runtime): number | undefined {
    return other instanceof List ? compareItems(this.items, other.items, rt) : undefined;
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
      return new List(repeatItems(this.items, count, rt));
    }
    if (operator !== '+' || reflected) return undefined;
    if (other instanceof List) return new List(joinItems(this.items, other.items, rt));
    throw runtimeError(`can only concatenate list (not "${typeName(other)}") to list`);
  }

  override key(): undefined {
    return undefined;
  }
}
