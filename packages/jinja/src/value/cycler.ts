import { runtimeError } from '../error.ts';
import { NativeFunction, native } from './native-function.ts';
import { Tuple } from './tuple.ts';
import { type CallArguments, ObjectValue, type Printer, type Value } from './value.ts';

const next = native('next(self, /)', (_rt, self: Cycler) => self.next());
const reset = native('reset(self, /)', (_rt, self: Cycler) => self.reset());

/** Result of `cycler(…)`: gives its items in turn, over and over. */
export class Cycler extends ObjectValue {
  readonly typeName = 'Cycler';
  readonly #items: readonly Value[];
  #position = 0;

  constructor(items: readonly Value[]) {
    super();
    if (items.length === 0) throw runtimeError('at least one item has to be provided');
    this.#items = items;
  }

  get current(): Value {
    const item = this.#items[this.#position];
    return item === undefined ? null : item;
  }

  next(): Value {
    const item = this.current;
    this.#position = (this.#position + 1) % this.#items.length;
    return item;
  }

  reset(): null {
    this.#position = 0;
    return null;
  }

  override attribute(name: string): Value | undefined {
    if (name === 'current') return this.current;
    if (name === 'items') return new Tuple(this.#items);
    if (name === 'pos') return this.#position;
    if (name === 'next') return new NativeFunction(next, this);
    return name === 'reset' ? new NativeFunction(reset, this) : undefined;
  }

  override repr(printer: Printer): void {
    printer.write('<Cycler>');
  }
}

/** Result of `joiner(…)`: nothing when called first, its separator from then on. */
export class Joiner extends ObjectValue {
  readonly typeName = 'Joiner';
  readonly #separator: Value;
  #used = false;

  constructor(separator: Value) {
    super();
    this.#separator = separator;
  }

  override get callable(): boolean {
    return true;
  }

  override attribute(name: string): Value | undefined {
    if (name === 'sep') return this.#separator;
    return name === 'used' ? this.#used : undefined;
  }

  override call(_args: CallArguments): Value {
    if (this.#used) return this.#separator;
    this.#used = true;
    return '';
  }

  override repr(printer: Printer): void {
    printer.write('<Joiner>');
  }
}
