import type { FittedSlice } from '../operations/slice.ts';
import { numeric } from './float.ts';
import { indexItem } from './index-item.ts';
import { structuredKey } from './key.ts';
import { type Key, ObjectValue, type Printer, type Value } from './value.ts';

/** `range(start, stop, step)`: whole numbers that are computed, not stored. */
export class Range extends ObjectValue {
  readonly typeName = 'range';
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;

  constructor(start: number, stop: number, step: number) {
    super();
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }

  slice({ start, stop, step }: FittedSlice): Range {
    return new Range(this.start + start * this.step, this.start + stop * this.step, this.step * step);
  }

  override repr(printer: Printer): void {
    const step = this.step === 1 ? '' : `, ${this.step}`;
    printer.write(`range(${this.start}, ${this.stop}${step})`);
  }

  override truth(): boolean {
    return this.length > 0;
  }

  override size(): number {
    return this.length;
  }

  override *iterate(): Iterable<Value> {
    for (let index = 0; index < this.length; index += 1) yield this.start + index * this.step;
  }

  override item(key: Value): Value | undefined {
    return indexItem(key, this.length, (index) => this.start + index * this.step);
  }

  override attribute(name: string): Value | undefined {
    return name === 'start' || name === 'stop' || name === 'step' ? this[name] : undefined;
  }

  override contains(value: Value): boolean {
    const number = numeric(value);
    if (number === null) return false;
    const index = (Number(number) - this.start) / this.step;
    return Number.isInteger(index) && index >= 0 && index < this.length;
  }

  override equals(other: Value): boolean {
    return other instanceof Range && this.key() === other.key();
  }

  override key(): Key {
    const { length, start, step } = this;
    return structuredKey('r', length === 0 ? [0] : length === 1 ? [1, start] : [length, start, step]);
  }
}
