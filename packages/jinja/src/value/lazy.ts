import { ObjectValue, type Printer, type Value } from './value.ts';

/** Items that are computed while they are walked through, once, as a Python generator. */
export class Lazy extends ObjectValue {
  readonly typeName = 'generator';
  readonly #items: Iterator<Value>;
  readonly #name: string;

  constructor(name: string, items: Iterator<Value>) {
    super();
    this.#name = name;
    this.#items = items;
  }

  /** Leaving the walk early keeps the rest for the next one, which `for … of` over a JavaScript generator would not. */
  override iterate(): IterableIterator<Value> {
    const iterator: IterableIterator<Value> = {
      next: () => this.#items.next(),
      [Symbol.iterator]: () => iterator,
    };
    return iterator;
  }

  override repr(printer: Printer): void {
    printer.write(`<generator object ${this.#name} at 0x7f0000000000>`);
  }
}
