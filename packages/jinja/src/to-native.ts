import { runtimeError } from './error.ts';
import { scanSteps } from './meter.ts';
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
import type { ObjectValue, Value } from './value/value.ts';

/**
 * A value as plain JavaScript: int and float as numbers (a bigint past 2^53), lists, tuples and everything else that can be
 * walked through as arrays, dictionaries as plain objects, datetimes as Dates, undefined as undefined, functions as their
 * text (with `results: 'tree'` as undefined). Shared and cyclic data stays shared and cyclic; the result shares nothing with the host's own data.
 *
 * With the option `results: 'tree'` shared data costs its whole size at every place where it stands, and a cycle is an error,
 * so that code of the host can walk the result without a budget of its own.
 */
export function toNative(value: Value, rt: Runtime): unknown {
  return new Exporter(rt).export(value);
}

/** Cost of visiting a list or dictionary again. */
interface Extent {
  readonly steps: number;
  /** Levels of nested data, its own included. */
  readonly levels: number;
}

class Exporter {
  readonly #rt: Runtime;
  readonly #known = new Map<ObjectValue, unknown>();
  readonly #extents = new Map<ObjectValue, Extent>();
  readonly #isTree: boolean;
  #steps = 0;
  /** Levels of the value that was exported last. */
  #levels = 0;

  constructor(rt: Runtime) {
    this.#rt = rt;
    this.#isTree = rt.facilities.results === 'tree';
  }

  export(value: Value): unknown {
    this.#levels = 0;
    if (typeof value === 'string') return this.#text(value);
    if (value === null || typeof value !== 'object') return value;
    if (this.#known.has(value)) return this.#again(value);
    const before = this.#steps;
    this.#rt.meter.enter();
    const result = this.#object(value);
    this.#rt.meter.leave();
    this.#levels += 1;
    if (this.#isTree && this.#known.has(value)) {
      this.#extents.set(value, { steps: this.#steps - before, levels: this.#levels });
    }
    return result;
  }

  #again(value: ObjectValue): unknown {
    if (!this.#isTree) return this.#known.get(value);
    const extent = this.#extents.get(value);
    if (extent === undefined) throw runtimeError('Circular reference detected');
    this.#rt.meter.reach(extent.levels);
    this.#spend(extent.steps);
    this.#levels = extent.levels;
    return this.#known.get(value);
  }

  #text(value: string): string {
    // One long text may stand in many places, and the host may write each of them.
    if (this.#isTree) this.#scan(value.length);
    return value;
  }

  #object(value: ObjectValue): unknown {
    // A method is named by mistake, where the data has no such member.
    if (this.#isTree && value.callable) return undefined;
    if (value instanceof Float) return value.value;
    if (value instanceof Markup) return this.#text(value.value);
    if (value instanceof Undefined) return undefined;
    if (value instanceof Dict) return this.#dict(value);
    if (value instanceof List || value instanceof Tuple) return this.#array(value, value.items);
    if (value instanceof DateTime) return value.toDate();
    if (value instanceof Bytes) {
      this.#scan(value.value.length);
      return value.value.slice();
    }
    const items = value.iterate(this.#rt);
    return items === null ? toText(value, this.#rt) : this.#array(value, items);
  }

  #array(source: ObjectValue, items: Iterable<Value>): unknown[] {
    const result: unknown[] = [];
    this.#known.set(source, result);
    let levels = 0;
    for (const item of items) {
      this.#spend(1);
      result.push(this.export(item));
      levels = Math.max(levels, this.#levels);
    }
    this.#levels = levels;
    return result;
  }

  #dict(source: Dict): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    this.#known.set(source, result);
    let levels = 0;
    for (const [key, item] of source.pairs) {
      const name = toText(key, this.#rt);
      this.#spend(1);
      this.#text(name);
      const exported = this.export(item);
      levels = Math.max(levels, this.#levels);
      // Defining, not assigning: `__proto__` is a key like any other here.
      Object.defineProperty(result, name, {
        value: exported,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    this.#levels = levels;
    return result;
  }

  #scan(length: number): void {
    this.#spend(scanSteps(length));
  }

  #spend(steps: number): void {
    this.#steps += steps;
    this.#rt.meter.spend(steps);
  }
}
