import { runtimeError } from '../error.ts';
import { equalItems } from '../operations/equal.ts';
import type { Runtime } from '../runtime.ts';
import { NativeFunction, native } from '../value/native-function.ts';
import { type CallArguments, ObjectValue, type Printer, type Value } from '../value/value.ts';

const cycle = native('cycle(self, /, *args)', (_rt, self: LoopState, args: readonly Value[]) => {
  const value = args[self.index0 % args.length];
  if (value === undefined) throw runtimeError('no items for cycling given');
  return value;
});

const changed = native('changed(self, /, *args)', (rt, self: LoopState, args: readonly Value[]) =>
  self.changed(args, rt),
);

/** Renders the loop once more over other items; null for a loop that is not recursive. */
export type Recurse = ((items: Value, depth: number, rt: Runtime) => Value) | null;

/** The variable `loop` of a `for` loop. */
export class LoopState extends ObjectValue {
  readonly typeName = 'LoopContext';
  index0 = -1;
  readonly #items: readonly Value[];
  readonly #depth0: number;
  readonly #recurse: Recurse;
  readonly #missing: (message: string) => Value;
  #last: readonly Value[] | null = null;

  constructor(
    items: readonly Value[],
    depth0: number,
    recurse: Recurse,
    missing: (message: string) => Value,
  ) {
    super();
    this.#items = items;
    this.#depth0 = depth0;
    this.#recurse = recurse;
    this.#missing = missing;
  }

  override get callable(): boolean {
    return this.#recurse !== null;
  }

  override repr(printer: Printer): void {
    printer.write(`<LoopContext ${this.index0 + 1}/${this.#items.length}>`);
  }

  override size(): number {
    return this.#items.length;
  }

  override attribute(name: string): Value | undefined {
    const { index0 } = this;
    const { length } = this.#items;
    switch (name) {
      case 'index':
        return index0 + 1;
      case 'index0':
        return index0;
      case 'revindex':
        return length - index0;
      case 'revindex0':
        return length - index0 - 1;
      case 'first':
        return index0 === 0;
      case 'last':
        return index0 === length - 1;
      case 'length':
        return length;
      case 'depth':
        return this.#depth0 + 1;
      case 'depth0':
        return this.#depth0;
      case 'previtem':
        return this.#neighbor(index0 - 1, 'there is no previous item');
      case 'nextitem':
        return this.#neighbor(index0 + 1, 'there is no next item');
      case 'cycle':
        return new NativeFunction(cycle, this);
      case 'changed':
        return new NativeFunction(changed, this);
      default:
        return undefined;
    }
  }

  changed(values: readonly Value[], rt: Runtime): boolean {
    const last = this.#last;
    this.#last = values;
    return last === null || !equalItems(last, values, rt);
  }

  override call({ positional }: CallArguments, rt: Runtime): Value {
    const [items] = positional;
    if (this.#recurse === null)
      throw runtimeError("The loop must have the 'recursive' marker to be called recursively.");
    if (items === undefined) throw runtimeError("loop() missing 1 required positional argument: 'iterable'");
    return this.#recurse(items, this.#depth0 + 1, rt);
  }

  #neighbor(index: number, message: string): Value {
    const value = this.#items[index];
    return value === undefined ? this.#missing(message) : value;
  }
}
