import { bytesRepr } from '../print/string-repr.ts';
import { indexItem } from './index-item.ts';
import { checkKeyLength, structuredKey } from './key.ts';
import { type Key, type Printer, Thing, type Value } from './value.ts';

/** Bytes, as `text.encode()` and the host's `Uint8Array` make them. */
export class Bytes extends Thing {
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

  override key(): Key {
    checkKeyLength(this.value.length);
    return structuredKey('b', [this.value.join()]);
  }
}
