import { runtimeError } from '../error.ts';
import { characterAt, characters, compareText, textLength } from '../operations/code-points.ts';
import { textContains } from '../operations/contains.ts';
import { repeatText, repetitions } from '../operations/repeat.ts';
import { stringRepr } from '../print/string-repr.ts';
import { toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { textKey } from './key.ts';
import { type Key, ObjectValue, type Printer, typeName, type Value } from './value.ts';

/** Text that is safe in HTML: autoescaping leaves it alone, and what is added to it is escaped. */
export class Markup extends ObjectValue {
  readonly typeName = 'Markup';
  readonly value: string;

  constructor(value: string) {
    super();
    this.value = value;
  }

  override repr(printer: Printer): void {
    printer.write(`Markup(${stringRepr(this.value)})`);
  }

  override text(): string {
    return this.value;
  }

  override get extent(): number {
    return this.value.length;
  }

  override truth(): boolean {
    return this.value !== '';
  }

  override size(): number {
    return textLength(this.value);
  }

  override iterate(rt: Runtime): Iterable<Value> {
    rt.meter.collection(this.value.length);
    return characters(this.value);
  }

  override item(key: Value): Value | undefined {
    const item = characterAt(this.value, key);
    return item === undefined ? undefined : new Markup(item);
  }

  override equals(other: Value): boolean {
    return this.value === (other instanceof Markup ? other.value : other);
  }

  override compare(other: Value): number | undefined {
    const text = textOf(other);
    return text === null ? undefined : compareText(this.value, text);
  }

  override contains(value: Value, rt: Runtime): boolean {
    return textContains(this.value, value, rt);
  }

  override key(): Key {
    return textKey(this.value);
  }

  override operate(
    operator: BinaryOperator,
    other: Value,
    reflected: boolean,
    rt: Runtime,
  ): Value | undefined {
    if (operator === '*') {
      const count = repetitions(other);
      return count === undefined ? undefined : new Markup(repeatText(this.value, count, rt));
    }
    if (operator !== '+') return undefined;
    if (textOf(other) === null) {
      if (reflected) return undefined;
      throw runtimeError(`can only concatenate str (not "${typeName(other)}") to str`);
    }
    const added = escapeHtml(other, rt).value;
    rt.meter.text(this.value.length + added.length);
    return new Markup(reflected ? added + this.value : this.value + added);
  }
}

/** The characters of a text of either form; null for anything else. */
export function textOf(value: Value): string | null {
  if (typeof value === 'string') return value;
  return value instanceof Markup ? value.value : null;
}

/** A value as HTML text: markup as it is, anything else with `& < > " '` escaped. */
export function escapeHtml(value: Value, rt: Runtime): Markup {
  if (value instanceof Markup) return value;
  return new Markup(escapeText(toText(value, rt), rt));
}

/** A text with `& < > " '` escaped, as MarkupSafe does it. */
export function escapeText(text: string, rt: Runtime): string {
  if (!/[&<>"']/.test(text)) return text;
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('>', '&gt;')
    .replaceAll('<', '&lt;')
    .replaceAll("'", '&#39;')
    .replaceAll('"', '&#34;');
  rt.meter.text(escaped.length);
  return escaped;
}
