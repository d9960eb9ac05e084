import { hostError, isStackOverflow, runtimeError } from './error.ts';
import type { Meter } from './meter.ts';
import { Bytes } from './value/bytes.ts';
import { DateTime } from './value/date-time.ts';
import { Dict, type ObjectView } from './value/dict.ts';
import { toInteger } from './value/float.ts';
import { textKey } from './value/key.ts';
import { type ArrayView, List } from './value/list.ts';
import type { Undefined } from './value/undefined.ts';
import { type Key, ObjectValue, type Value } from './value/value.ts';

/**
 * Converts data of the host into template values, one wrapper per object and render, so that identity holds and a change made by
 * a template is seen by the rest of it while the host's object stays as it was.
 *
 * Only own enumerable data properties are read: getters do not run, prototypes do not count, functions and symbols are
 * missing. Arrays and Sets are lists, Maps and all other objects are dictionaries, a Date is a datetime of its UTC clock,
 * a Uint8Array is bytes, undefined is undefined. What a proxy throws is a `TemplateError` with the original as cause.
 */
export class HostValues {
  readonly #known = new Map<object, Value>();
  /** Creates the value of a missing name. */
  readonly missing: () => Undefined;
  readonly meter: Meter;

  constructor(missing: () => Undefined, meter: Meter) {
    this.missing = missing;
    this.meter = meter;
  }

  /** Converts a value of the host. */
  value(source: unknown): Value {
    switch (typeof source) {
      case 'string':
      case 'boolean':
      case 'number':
        return source;
      case 'bigint':
        return toInteger(source);
      case 'object':
        return source === null ? null : this.#object(source);
      default:
        return this.missing();
    }
  }

  /** The value of an own data property; undefined when there is none, or it is a function or undefined. */
  property(source: object, name: string | number): Value | undefined {
    let descriptor: PropertyDescriptor | undefined;
    try {
      descriptor = Object.getOwnPropertyDescriptor(source, name);
    } catch (cause) {
      throw unreadable(cause);
    }
    if (descriptor === undefined || descriptor.enumerable !== true) return undefined;
    const value: unknown = descriptor.value;
    return isMissing(value) ? undefined : this.value(value);
  }

  /** The names of an object's own enumerable properties. */
  names(source: object): readonly string[] {
    try {
      return Object.keys(source);
    } catch (cause) {
      throw unreadable(cause);
    }
  }

  #object(source: object): Value {
    let value = this.#known.get(source);
    if (value === undefined) {
      try {
        value = this.#wrap(source);
      } catch (cause) {
        throw unreadable(cause);
      }
      this.#known.set(source, value);
    }
    return value;
  }

  #wrap(source: object): Value {
    if (source instanceof ObjectValue) return source;
    if (Array.isArray(source)) return new List([], new HostArray(source, this));
    if (source instanceof Date && answers(() => Date.prototype.getTime.call(source)))
      return dateValue(source);
    if (source instanceof Map && answers(() => Map.prototype.has.call(source, null)))
      return this.#map(source);
    if (source instanceof Set && answers(() => Set.prototype.has.call(source, null)))
      return this.#set(source);
    if (source instanceof Promise) throw holdsPromise();
    if (source instanceof Uint8Array && ArrayBuffer.isView(source)) return new Bytes(new Uint8Array(source));
    return new Dict(new HostObject(source, this));
  }

  // Both are known before they are filled, since they may hold themselves.

  #map(source: Map<unknown, unknown>): Dict {
    const dict = new Dict();
    this.#known.set(source, dict);
    for (const [key, value] of Map.prototype.entries.call(source))
      if (!isMissing(value)) dict.set(this.value(key), this.value(value));
    return dict;
  }

  #set(source: Set<unknown>): List {
    const items: Value[] = [];
    const list = new List(items);
    this.#known.set(source, list);
    for (const item of Set.prototype.values.call(source)) items.push(this.value(item));
    return list;
  }
}

class HostArray implements ArrayView {
  readonly length: number;
  readonly #source: readonly unknown[];
  readonly #host: HostValues;

  constructor(source: readonly unknown[], host: HostValues) {
    this.length = lengthOf(source);
    this.#source = source;
    this.#host = host;
  }

  at(index: number): Value {
    const value = this.#host.property(this.#source, index);
    return value === undefined ? this.#host.missing() : value;
  }

  all(): Value[] {
    // The holes of an array take no memory in the host, as items they do.
    this.#host.meter.collection(this.length);
    const items: Value[] = [];
    for (let index = 0; index < this.length; index += 1) items.push(this.at(index));
    return items;
  }
}

/** The length of an array, which a proxy may claim to be anything. */
function lengthOf(source: readonly unknown[]): number {
  const length: unknown = source.length;
  if (typeof length === 'number' && Number.isSafeInteger(length) && length >= 0) return length;
  throw runtimeError(
    'Reading the data of the host failed: the length of an array is no whole number from 0 up',
  );
}

class HostObject implements ObjectView {
  readonly #source: object;
  readonly #host: HostValues;

  constructor(source: object, host: HostValues) {
    this.#source = source;
    this.#host = host;
  }

  get(key: string): Value | undefined {
    return this.#host.property(this.#source, key);
  }

  entries(): Map<Key, readonly [Value, Value]> {
    const entries = new Map<Key, readonly [Value, Value]>();
    for (const key of this.#host.names(this.#source)) {
      const value = this.get(key);
      if (value !== undefined) entries.set(textKey(key), [key, value]);
    }
    return entries;
  }
}

/** An object may claim a prototype that it was not made by; only a real one answers the methods of it. */
function answers(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function holdsPromise() {
  return runtimeError(
    'Reading the data of the host failed: the data holds a promise, and a template cannot wait. Wait for the value before rendering.',
  );
}

function unreadable(cause: unknown): unknown {
  return isStackOverflow(cause) ? cause : hostError('Reading the data of the host', cause);
}

function isMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function dateValue(source: Date): Value {
  const milliseconds = Date.prototype.getTime.call(source);
  return Number.isNaN(milliseconds) ? null : DateTime.fromMilliseconds(milliseconds);
}
