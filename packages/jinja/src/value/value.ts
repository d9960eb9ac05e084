import { runtimeError, type TemplateError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';

/**
 * A value in a template. A JavaScript number that is a safe integer is Python's int and every other number is a
 * float, so numbers of the host need no conversion; a float with a whole value is a `Float`, an int past 2^53 a bigint.
 */
export type Value = null | boolean | number | bigint | string | ObjectValue;

/** Key of a dictionary entry: equal values have the same key. */
export type Key = null | number | bigint | string;

/** Positional and named arguments of a call. */
export interface CallArguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value> | null;
}

/** Collects the repr of nested values and stops at cycles and budgets. */
export interface Printer {
  write(text: string): void;
  value(value: Value): void;
  /** Writes `open`, the items, `close`; `recursion`, by default `open...close`, when `object` is being printed already. */
  items(object: ObjectValue, open: string, close: string, items: Iterable<Value>, recursion?: string): void;
  entries(object: ObjectValue, entries: Iterable<readonly [Value, Value]>): void;
}

/**
 * A value that is no JavaScript primitive. The methods are Python's protocols; undefined and null stand for "does not
 * support it". Nothing else of an object is ever reachable from a template.
 */
export abstract class ObjectValue {
  /** The name of the type as Python's messages give it. */
  abstract readonly typeName: string;

  abstract repr(printer: Printer): void;

  /** `str()` where it is not the repr. */
  text(_rt: Runtime): string | null {
    return null;
  }

  /** Number of characters or bytes to scan in a value that is not made of items. */
  get extent(): number {
    return 0;
  }

  truth(): boolean {
    return true;
  }

  /** `len()`. */
  size(_rt: Runtime): number | null {
    return null;
  }

  /** `iter()`. */
  iterate(_rt: Runtime): Iterable<Value> | null {
    return null;
  }

  /** `self[key]`; undefined when there is no such item. */
  item(_key: Value, _rt: Runtime): Value | undefined {
    return undefined;
  }

  /** A data attribute; methods stand in the tables of `methods/`. */
  attribute(_name: string, _rt: Runtime): Value | undefined {
    return undefined;
  }

  /** `value in self`; undefined to search the items. */
  contains(_value: Value, _rt: Runtime): boolean | undefined {
    return undefined;
  }

  equals(other: Value, _rt: Runtime): boolean {
    return this === other;
  }

  /** Negative, zero or positive; undefined when the two have no order. */
  compare(_other: Value, _rt: Runtime): number | undefined {
    return undefined;
  }

  /** `self op other`, or `other op self` when reflected; undefined when the operator does not apply. */
  operate(_operator: BinaryOperator, _other: Value, _reflected: boolean, _rt: Runtime): Value | undefined {
    return undefined;
  }

  /** Undefined when the value cannot be a key. */
  key(): Key | undefined {
    return identityKey(this);
  }

  call(_args: CallArguments, _rt: Runtime): Value {
    throw runtimeError(`'${this.typeName}' object is not callable`);
  }

  get callable(): boolean {
    return false;
  }
}

/** Returns the number of characters or bytes to scan in a value that is not made of items. */
export function extentOf(value: Value | undefined): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? value.extent : 0;
}

/** The name of a value's type as Python's messages give it. */
export function typeName(value: Value): string {
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return Number.isSafeInteger(value) ? 'int' : 'float';
    default:
      return value === null ? 'NoneType' : value.typeName;
  }
}

/** Python's truth: empty texts and collections, zero, None and undefined are false. */
export function truth(value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '';
    case 'number':
      return value !== 0;
    case 'bigint':
      return value !== 0n;
    default:
      return value?.truth() ?? false;
  }
}

export function unhashable(value: Value): TemplateError {
  return runtimeError(`unhashable type: '${typeName(value)}'`);
}

const identityKeys = new WeakMap<ObjectValue, string>();
let identities = 0;

function identityKey(object: ObjectValue): string {
  let key = identityKeys.get(object);
  if (key === undefined) {
    identities += 1;
    key = `\u0000i${identities}`;
    identityKeys.set(object, key);
  }
  return key;
}
