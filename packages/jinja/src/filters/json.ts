import { runtimeError } from '../error.ts';
import { integerArgument } from '../methods/argument.ts';
import { sortOrder } from '../operations/compare.ts';
import { floatText } from '../print/float-text.ts';
import { prettyPrint } from '../print/pretty.ts';
import { toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { Dict } from '../value/dict.ts';
import { isFloat, numeric } from '../value/float.ts';
import { List } from '../value/list.ts';
import { Markup, textOf } from '../value/markup.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import { ObjectValue, typeName, type Value } from '../value/value.ts';

/** Filters that print structure. */
export const jsonFilters = nativeTable(
  native('tojson(value, indent?)', (rt, value: Value, indent: Value = null) => {
    const margin =
      indent === null || textOf(value) !== null
        ? null
        : (textOf(indent) ?? ' '.repeat(boundedIndent(indent, rt)));
    const writer = new JsonWriter(rt, margin);
    writer.value(value, '');
    return new Markup(writer.text);
  }),
  native('pprint(value)', (rt, value: Value) => prettyPrint(value, rt)),
);

function boundedIndent(value: Value, rt: Runtime): number {
  const width = Math.max(0, integerArgument(value));
  rt.meter.text(width);
  return width;
}

/** JSON as Python's `json.dumps` with sorted keys writes it, with `& < > '` escaped so that it is safe in HTML. */
class JsonWriter {
  text = '';
  readonly #rt: Runtime;
  readonly #margin: string | null;
  readonly #open = new Set<Value>();

  constructor(rt: Runtime, margin: string | null) {
    this.#rt = rt;
    this.#margin = margin;
  }

  value(value: Value, newline: string): void {
    if (value === null || typeof value !== 'object' || value instanceof Markup || isFloat(value)) {
      this.#write(scalar(value, this.#rt));
    } else if (value instanceof List || value instanceof Tuple) {
      this.#nested(value, newline, '[', ']', value.items, (item, inner) => this.value(item, inner));
    } else if (value instanceof Dict) {
      this.#nested(value, newline, '{', '}', this.#sorted(value), ([key, item], inner) => {
        this.#write(`${quoted(keyText(key, this.#rt))}: `);
        this.value(item, inner);
      });
    } else {
      throw runtimeError(`Object of type ${typeName(value)} is not JSON serializable`);
    }
  }

  #sorted(dict: Dict): (readonly [Value, Value])[] {
    return [...dict.pairs].sort(([a], [b]) => sortOrder(a, b, this.#rt));
  }

  #nested<T>(
    owner: Value,
    newline: string,
    open: string,
    close: string,
    items: readonly T[],
    write: (item: T, newline: string) => void,
  ): void {
    if (items.length === 0) {
      this.#write(open + close);
      return;
    }
    if (this.#open.has(owner)) throw runtimeError('Circular reference detected');
    this.#rt.meter.enter();
    this.#open.add(owner);
    const outer = newline === '' ? '\n' : newline;
    const inner = this.#margin === null ? '' : outer + this.#margin;
    let separator = open + inner;
    for (const item of items) {
      this.#write(separator);
      write(item, inner);
      separator = this.#margin === null ? ', ' : `,${inner}`;
    }
    this.#write((this.#margin === null ? '' : outer) + close);
    this.#open.delete(owner);
    this.#rt.meter.leave();
  }

  #write(text: string): void {
    this.text += text;
    this.#rt.meter.grow(this.text.length, text.length);
  }
}

function scalar(value: Value, rt: Runtime): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const text = textOf(value);
  if (text !== null) return quoted(text);
  const number = numeric(value);
  return isFloat(value) ? floatJson(Number(number)) : toText(value, rt);
}

function floatJson(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return floatText(value);
}

function keyText(key: Value, rt: Runtime): string {
  const text = textOf(key);
  if (text !== null) return text;
  if (key instanceof ObjectValue && !isFloat(key))
    throw runtimeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
  return scalar(key, rt);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(/[&<>'\x7f-\uffff]/g, (character) => {
    return character === '\x7f' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
