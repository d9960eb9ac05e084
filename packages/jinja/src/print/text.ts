import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { ObjectValue, type Printer, type Value } from '../value/value.ts';
import { floatText } from './float-text.ts';
import { stringRepr } from './string-repr.ts';

// Python's sys.set_int_max_str_digits: 4,300 digits are about 14,284 bits.
const largestPrinted = 10n ** 4300n;

/** `str(value)`: what `{{ value }}` prints without autoescaping. */
export function toText(value: Value, rt: Runtime): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : floatText(value);
    case 'boolean':
      return value ? 'True' : 'False';
    case 'bigint':
      return integerText(value);
    default:
      return value === null ? 'None' : (value.text(rt) ?? repr(value, rt));
  }
}

/** `repr(value)`: what is printed for a value inside a list. */
export function repr(value: Value, rt: Runtime): string {
  const printer = new BudgetPrinter(rt);
  printer.value(value);
  return printer.result;
}

interface Nested {
  readonly object: ObjectValue;
  readonly open: string;
  readonly close: string;
  /** Text for the object inside itself. */
  readonly recursion: string;
}

class BudgetPrinter implements Printer {
  result = '';
  readonly #rt: Runtime;
  readonly #open = new Set<ObjectValue>();

  constructor(rt: Runtime) {
    this.#rt = rt;
  }

  write(text: string): void {
    this.result += text;
    this.#rt.meter.grow(this.result.length, text.length);
  }

  value(value: Value): void {
    if (value instanceof ObjectValue) value.repr(this);
    else this.write(typeof value === 'string' ? stringRepr(value) : toText(value, this.#rt));
  }

  items(
    object: ObjectValue,
    open: string,
    close: string,
    items: Iterable<Value>,
    recursion = `${open}...${close}`,
  ): void {
    this.#nested({ object, open, close, recursion }, () => {
      let separator = '';
      for (const item of items) {
        this.#add(separator);
        this.value(item);
        separator = ', ';
      }
    });
  }

  entries(object: ObjectValue, entries: Iterable<readonly [Value, Value]>): void {
    this.#nested({ object, open: '{', close: '}', recursion: '{...}' }, () => {
      let separator = '';
      for (const [key, value] of entries) {
        this.#add(separator);
        this.value(key);
        this.#add(': ');
        this.value(value);
        separator = ', ';
      }
    });
  }

  #add(text: string): void {
    this.result += text;
  }

  #nested({ object, open, close, recursion }: Nested, body: () => void): void {
    if (this.#open.has(object)) {
      this.write(recursion);
      return;
    }
    this.#rt.meter.enter();
    this.#open.add(object);
    this.write(open);
    body();
    this.write(close);
    this.#open.delete(object);
    this.#rt.meter.leave();
  }
}

function integerText(value: bigint): string {
  if (value >= largestPrinted || value <= -largestPrinted)
    throw runtimeError('Exceeds the limit (4300 digits) for integer string conversion');
  return value.toString();
}
