import { toText } from './print/text.ts';
import type { Runtime } from './runtime.ts';
import { Bytes } from './value/bytes.ts';
import { DateTime } from './value/date-time.ts';
import { Dict } from './value/dict.ts';
import { Float } from './value/float.ts';
import { List } from './value/list.ts';
import { Markup } from './value/markup.ts';
import { Tuple } from './value/tuple.ts';
import { Undefined } from './value/undefined.ts';
import type { Thing, Value } from './value/value.ts';

/**
 * A value as plain JavaScript: int and float as numbers (a bigint past 2^53), lists, tuples and everything else that can be
 * walked through as arrays, dictionaries as plain objects, datetimes as Dates, undefined as undefined, functions as their
 * text. Shared and cyclic data stays shared and cyclic; the result shares nothing with the host's own data.
 */
export function toNative(value: Value, rt: Runtime): unknown {
  return new Exporter(rt).export(value);
}

class Exporter {
  readonly #rt: Runtime;
  readonly #known = new Map<Thing, unknown>();

  constructor(rt: Runtime) {
    this.#rt = rt;
  }

  export(value: Value): unknown {
    if (value === null || typeof value !== 'object') return value;
    if (this.#known.has(value)) return this.#known.get(value);
    this.#rt.meter.enter();
    const result = this.#thing(value);
    this.#rt.meter.leave();
    return result;
  }

  #thing(value: Thing): unknown {
    if (value instanceof Float || value instanceof Markup) return value.value;
    if (value instanceof Undefined) return undefined;
    if (value instanceof Dict) return this.#dict(value);
    if (value instanceof List || value instanceof Tuple) return this.#array(value, value.items);
    if (value instanceof DateTime) return value.toDate();
    if (value instanceof Bytes) return value.value.slice();
    const items = value.iterate(this.#rt);
    return items === null ? toText(value, this.#rt) : this.#array(value, items);
  }

  #array(source: Thing, items: Iterable<Value>): unknown[] {
    const result: unknown[] = [];
    this.#known.set(source, result);
    for (const item of items) {
      this.#rt.meter.spend(1);
      result.push(this.export(item));
    }
    return result;
  }

  #dict(source: Dict): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    this.#known.set(source, result);
    for (const [key, item] of source.pairs) {
      this.#rt.meter.spend(1);
      // Defining, not assigning: `__proto__` is a key like any other here.
      Object.defineProperty(result, toText(key, this.#rt), {
        value: this.export(item),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return result;
  }
}
