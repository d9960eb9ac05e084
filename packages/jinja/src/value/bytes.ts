import { cannotMultiply, repeatItems, repetitions } from '../operations/repeat.ts';
import { bytesRepr } from '../print/string-repr.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { indexItem } from './index-item.ts';
import { checkKeyLength, structuredKey } from './key.ts';
import { Undefined } from './undefined.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

/** Bytes, as `text.encode()` and the host's `Uint8Array` make them. */
export class Bytes extends ObjectValue {
  readonly typeName = 'bytes';
  readonly value: Uint8Array;

  constructor(value: Uint8Array) {
    super();
    this.value = value;
  }

  override repr(printer: Printer): void {
    printer.write(bytesRepr(this.value));
  }

  override get extent(): number {
    return this.value.length;
  }

  override truth(): boolean {
    return this.value.length > 0;
  }

  override size(): number {
    return this.value.length;
  }

  override iterate(): Iterable<Value> {
    return this.value;
  }

  override item(key: Value): Value | undefined {
    return indexItem(key, this.value.length, (index) => this.value[index]);
  }

  override equals(other: Value): boolean {
    return (
      other instanceof Bytes &&
      other.value.length === this.value.length &&
      this.value.every((byte, index) => byte === other.value[index])
    );
  }

  override compare(other: Value): number | undefined {
    if (!(other instanceof Bytes)) return undefined;
    const at = this.value.findIndex((byte, index) => byte !== other.value[index]);
    if (at === -1) return this.value.length - other.value.length;
    return (this.value[at] ?? 0) - (other.value[at] ?? -1);
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
      return new Bytes(Uint8Array.from(repeatItems([...this.value], count, rt), Number));
    }
    if (operator !== '+' || reflected || !(other instanceof Bytes)) return undefined;
    rt.meter.text(this.value.length + other.value.length);
    return new Bytes(Uint8Array.from([...this.value, ...other.value]));
  }

  override key(): Key {
    checkKeyLength(this.value.length);
    return structuredKey('b', [this.value.join()]);
  }
}
