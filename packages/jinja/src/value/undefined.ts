import { TemplateError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { type CallArguments, type Key, ObjectValue, type Printer, typeName, type Value } from './value.ts';

/**
 * Kinds of missing names and members. `default` prints nothing and fails when its members are used; `chainable` lets members
 * of it be used too; `strict` fails at every use but `is defined` and `default()`.
 */
export type UndefinedKind = 'default' | 'strict' | 'chainable';

const undefinedKey = '\u0000u';

/** A missing value. Its message is built when it is needed. */
export class Undefined extends ObjectValue {
  readonly typeName: string;
  readonly kind: UndefinedKind;
  readonly #message: () => string;

  constructor(kind: UndefinedKind, message: () => string) {
    super();
    this.kind = kind;
    this.#message = message;
    this.typeName =
      kind === 'default' ? 'Undefined' : kind === 'strict' ? 'StrictUndefined' : 'ChainableUndefined';
  }

  fail(): never {
    throw new TemplateError('undefined', this.#message());
  }

  /** Returns `self.name` and `self[key]`: itself when chainable, else an error. */
  member(): Value {
    return this.kind === 'chainable' ? this : this.fail();
  }

  override repr(printer: Printer): void {
    printer.write('Undefined');
  }

  override text(): string {
    return this.kind === 'strict' ? this.fail() : '';
  }

  override truth(): boolean {
    return this.kind === 'strict' ? this.fail() : false;
  }

  override size(): number {
    return this.kind === 'strict' ? this.fail() : 0;
  }

  override iterate(): Iterable<Value> {
    return this.kind === 'strict' ? this.fail() : [];
  }

  override equals(other: Value): boolean {
    return this.kind === 'strict' ? this.fail() : other instanceof Undefined && other.kind === this.kind;
  }

  override compare(): number {
    return this.fail();
  }

  override operate(_operator: BinaryOperator, _other: Value, _reflected: boolean, _rt: Runtime): Value {
    return this.fail();
  }

  override key(): Key {
    return this.kind === 'strict' ? this.fail() : undefinedKey;
  }

  override get callable(): boolean {
    return true;
  }

  override call(_args: CallArguments, _rt: Runtime): Value {
    return this.fail();
  }
}

/** Throws the error of an undefined value, where Python asks the value for something that it does not have. */
export function failUndefined(value: Value): void {
  if (value instanceof Undefined) value.fail();
}

/** The type of a value as messages about missing members give it. */
export function describeObject(value: Value): string {
  return value === null ? 'None' : `${typeName(value)} object`;
}
