import { TemplateError } from '../error.ts';
import { compareText, textLength } from '../operations/code-points.ts';
import { sortOrder } from '../operations/compare.ts';
import type { Runtime } from '../runtime.ts';
import { Bytes } from '../value/bytes.ts';
import { Dict } from '../value/dict.ts';
import { List } from '../value/list.ts';
import { Tuple } from '../value/tuple.ts';
import { ObjectValue, type Printer, typeName, type Value } from '../value/value.ts';
import { bytesRepr, stringRepr } from './string-repr.ts';
import { repr } from './text.ts';

const width = 80;
// Python prints the address of the object.
const anyId = 0x7f0000000000;

/** A value laid out in lines of at most 80 characters with sorted keys, as Python's `pprint.pformat`. */
export function prettyPrint(value: Value, rt: Runtime): string {
  return layOut(value, 0, 0, { rt, open: new Set() });
}

interface Layout {
  readonly rt: Runtime;
  /** The collections around a value: one that holds itself is printed there as a mark. */
  readonly open: Set<Value>;
}

/** `indent` columns stand before the value and `allowance` characters follow it on its last line. */
function layOut(value: Value, indent: number, allowance: number, layout: Layout): string {
  const { rt, open } = layout;
  const line = repr(sorted(value, layout), rt);
  if (textLength(line) <= width - indent - allowance || open.has(value)) return line;
  rt.meter.enter();
  open.add(value);
  const text = broken(value, indent, allowance, layout) ?? line;
  open.delete(value);
  rt.meter.leave();
  rt.meter.text(text.length);
  return text;
}

function broken(value: Value, indent: number, allowance: number, layout: Layout): string | null {
  if (typeof value === 'string') return brokenText(value, indent, allowance);
  if (value instanceof Bytes) return brokenBytes(value.value, indent, allowance);
  if (value instanceof List) return `[${lines(value.items, indent + 1, allowance + 1, layout)}]`;
  if (value instanceof Tuple) {
    const close = value.items.length === 1 ? ',)' : ')';
    return `(${lines(value.items, indent + 1, allowance + close.length, layout)}${close}`;
  }
  if (!(value instanceof Dict)) return null;
  const { rt } = layout;
  const entries = sortedEntries(value, rt);
  const margin = `,\n${' '.repeat(indent + 1)}`;
  const parts = entries.map(([key, item], index) => {
    const name = repr(key, rt);
    const after = index === entries.length - 1 ? allowance + 1 : 1;
    return `${name}: ${layOut(item, indent + 1 + textLength(name) + 2, after, layout)}`;
  });
  return `{${parts.join(margin)}}`;
}

function lines(items: readonly Value[], indent: number, allowance: number, layout: Layout): string {
  const parts = items.map((item, index) =>
    layOut(item, indent, index === items.length - 1 ? allowance : 1, layout),
  );
  return parts.join(`,\n${' '.repeat(indent)}`);
}

/** A long text becomes several literals, broken at line ends and spaces, in parentheses when it stands alone. */
function brokenText(text: string, indent: number, allowance: number): string | null {
  const wrapped = indent === 0;
  const column = wrapped ? indent + 1 : indent;
  const last = wrapped ? allowance + 1 : allowance;
  const pieces: string[] = [];
  const source = text.split(/(?<=\n)/);
  source.forEach((line, index) => {
    const room = width - column - (index === source.length - 1 ? last : 0);
    if (textLength(stringRepr(line)) <= room) pieces.push(stringRepr(line));
    else pieces.push(...brokenLine(line, column, index === source.length - 1 ? last : 0));
  });
  if (pieces.length === 1) return pieces[0] ?? null;
  const joined = pieces.join(`\n${' '.repeat(column)}`);
  return wrapped ? `(${joined})` : joined;
}

function brokenLine(line: string, column: number, allowance: number): string[] {
  const words = line.match(/\S*\s*/g)?.filter((word) => word !== '') ?? [];
  const pieces: string[] = [];
  let current = '';
  words.forEach((word, index) => {
    const room = width - column - (index === words.length - 1 ? allowance : 0);
    if (current !== '' && textLength(stringRepr(current + word)) > room) {
      pieces.push(stringRepr(current));
      current = '';
    }
    current += word;
  });
  if (current !== '') pieces.push(stringRepr(current));
  return pieces;
}

/** Long bytes become several literals, broken after every fourth byte where needed, in parentheses when they stand alone. */
function brokenBytes(bytes: Uint8Array, indent: number, allowance: number): string | null {
  if (bytes.length <= 4) return null;
  const wrapped = indent === 0;
  const column = wrapped ? indent + 1 : indent;
  const last = Math.floor(bytes.length / 4) * 4;
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    const room = width - column - (at < last ? 0 : wrapped ? allowance + 1 : allowance);
    if (at === from || bytesRepr(bytes.subarray(from, at + 4)).length <= room) continue;
    pieces.push(bytesRepr(bytes.subarray(from, at)));
    from = at;
  }
  pieces.push(bytesRepr(bytes.subarray(from)));
  const joined = pieces.join(`\n${' '.repeat(column)}`);
  return wrapped ? `(${joined})` : joined;
}

function sortedEntries(dict: Dict, rt: Runtime): (readonly [Value, Value])[] {
  return [...dict.pairs].sort(([a], [b]) => keyOrder(a, b, rt));
}

/** Keys without an order stand in the order of the names of their types. */
function keyOrder(a: Value, b: Value, rt: Runtime): number {
  try {
    return sortOrder(a, b, rt);
  } catch (error) {
    if (!(error instanceof TemplateError) || error.kind !== 'runtime') throw error;
    return compareText(typeName(a), typeName(b));
  }
}

/** A copy with the keys of dictionaries sorted at every level, and marks for the collections that are open. */
function sorted(value: Value, layout: Layout): Value {
  if (!(value instanceof List) && !(value instanceof Tuple) && !(value instanceof Dict)) return value;
  const { rt, open } = layout;
  if (open.has(value)) return new Recursion(value.typeName);
  rt.meter.enter();
  open.add(value);
  rt.meter.spend(value.size());
  const result =
    value instanceof Dict
      ? Dict.of(sortedEntries(value, rt).map(([key, item]) => [key, sorted(item, layout)] as const))
      : value instanceof List
        ? new List(value.items.map((item) => sorted(item, layout)))
        : new Tuple(value.items.map((item) => sorted(item, layout)));
  open.delete(value);
  rt.meter.leave();
  return result;
}

/** Stands for a collection inside itself. */
class Recursion extends ObjectValue {
  readonly typeName: string;

  constructor(typeName: string) {
    super();
    this.typeName = typeName;
  }

  override repr(printer: Printer): void {
    printer.write(`<Recursion on ${this.typeName} with id=${anyId}>`);
  }
}
