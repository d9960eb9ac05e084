import { runtimeError } from '../error.ts';
import { formatBraces } from '../format/str-format.ts';
import { characters, textLength } from '../operations/code-points.ts';
import { encodeUtf8 } from '../operations/encode-utf8.ts';
import { isSpace, strip } from '../operations/whitespace.ts';
import type { Runtime } from '../runtime.ts';
import { Bytes } from '../value/bytes.ts';
import { Dict } from '../value/dict.ts';
import { integer } from '../value/float.ts';
import { List } from '../value/list.ts';
import { textOf } from '../value/markup.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Range } from '../value/range.ts';
import { Tuple } from '../value/tuple.ts';
import { Undefined } from '../value/undefined.ts';
import { typeName, type Value } from '../value/value.ts';
import { integerArgument, textArgument } from './argument.ts';

type Characters = Value | undefined;

/** Methods of text that trim, pad, fill in or encode it. */
export const stringShape = nativeTable(
  native('strip(self, chars?, /)', (_rt, self: string, chars: Characters) =>
    strip(self, dropped(chars), true, true),
  ),
  native('lstrip(self, chars?, /)', (_rt, self: string, chars: Characters) =>
    strip(self, dropped(chars), true, false),
  ),
  native('rstrip(self, chars?, /)', (_rt, self: string, chars: Characters) =>
    strip(self, dropped(chars), false, true),
  ),
  native('center(self, width, fillchar?, /)', (rt, self: string, width: Value, fill: Value = ' ') =>
    center(self, integerArgument(width), fillCharacter(fill), rt),
  ),
  native(
    'ljust(self, width, fillchar?, /)',
    (rt, self: string, width: Value, fill: Value = ' ') =>
      self + padding(self, integerArgument(width), fillCharacter(fill), rt),
  ),
  native(
    'rjust(self, width, fillchar?, /)',
    (rt, self: string, width: Value, fill: Value = ' ') =>
      padding(self, integerArgument(width), fillCharacter(fill), rt) + self,
  ),
  native('zfill(self, width, /)', (rt, self: string, width: Value) => {
    const sign = /^[-+]/.test(self) ? self.charAt(0) : '';
    return sign + padding(self, integerArgument(width), '0', rt) + self.slice(sign.length);
  }),
  native('expandtabs(self, tabsize?)', (rt, self: string, size: Value = 8) =>
    expandTabs(self, integerArgument(size), rt),
  ),
  native('translate(self, table, /)', (rt, self: string, table: Value) => translate(self, table, rt)),
  native('maketrans(self, x, y?, z?, /)', (rt, _self: string, from: Value, to?: Value, gone?: Value) =>
    translationTable(from, to, gone, rt),
  ),
  native(
    'format(self, /, *args, **kwargs)',
    (rt, self: Value, args: Value[], named: ReadonlyMap<string, Value>) =>
      formatBraces(textArgument(self), { positional: args, named: (name) => named.get(name) }, rt),
  ),
  native('format_map(self, mapping, /)', (rt, self: Value, mapping: Value) => {
    const named = (name: string) => {
      if (mapping instanceof Dict) return mapping.getText(name);
      throw runtimeError(`'${typeName(mapping)}' object has no item '${name}'`);
    };
    return formatBraces(textArgument(self), { positional: [], named }, rt);
  }),
  native('encode(self, encoding?, errors?)', (rt, self: string, encoding: Value = 'utf-8') => {
    rt.meter.text(self.length);
    if (!/^utf[-_]?8$/i.test(textArgument(encoding)))
      throw runtimeError('only the encoding utf-8 is supported');
    return new Bytes(encodeUtf8(self));
  }),
);

/** `str.center`: with an odd rest the extra space goes left when the width is odd. */
export function center(text: string, width: number, fill: string, rt: Runtime): string {
  const missing = padding(text, width, fill, rt).length / fill.length;
  const left = Math.floor(missing / 2) + (missing & width & 1);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}

function padding(text: string, width: number, fill: string, rt: Runtime): string {
  const missing = width - textLength(text);
  if (missing <= 0) return '';
  rt.meter.text(width * fill.length);
  return fill.repeat(missing);
}

function fillCharacter(value: Value): string {
  const fill = textArgument(value);
  if (textLength(fill) !== 1) throw runtimeError('The fill character must be exactly one character long');
  return fill;
}

function dropped(characters: Characters): (character: string) => boolean {
  if (characters === undefined || characters === null) return isSpace;
  const set = new Set(textArgument(characters));
  return (character) => set.has(character);
}

function expandTabs(text: string, size: number, rt: Runtime): string {
  let column = 0;
  let result = '';
  for (const character of text) {
    if (character === '\t') {
      const width = size > 0 ? size - (column % size) : 0;
      rt.meter.grow(result.length + width, width);
      result += ' '.repeat(width);
      column += width;
      continue;
    }
    result += character;
    column = character === '\n' || character === '\r' ? 0 : column + 1;
  }
  return result;
}

function translationTable(from: Value, to: Value | undefined, gone: Value | undefined, rt: Runtime): Dict {
  if (to === undefined) {
    if (!(from instanceof Dict))
      throw runtimeError('if you give only one argument to maketrans it must be a dict');
    rt.meter.collection(from.size());
    return Dict.of(Array.from(from.pairs, ([key, value]) => [codeKey(key), value] as const));
  }
  const sources = characters(textArgument(from));
  const targets = characters(textArgument(to));
  const removed = gone === undefined ? [] : characters(textArgument(gone));
  if (sources.length !== targets.length)
    throw runtimeError('the first two maketrans arguments must have equal length');
  rt.meter.collection(sources.length + removed.length);
  return Dict.of([
    ...sources.map((source, index) => [codeOf(source), codeOf(targets[index] ?? '')] as const),
    ...removed.map((character) => [codeOf(character), null] as const),
  ]);
}

function codeKey(key: Value): Value {
  const text = textOf(key);
  if (text === null && integer(key) === null)
    throw runtimeError('keys in translate table must be strings or integers');
  if (text !== null && textLength(text) !== 1)
    throw runtimeError('string keys in translate table must be of length 1');
  return text === null ? key : codeOf(text);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function entryOf(table: Value, code: number): Value | undefined {
  if (table instanceof Dict) return table.get(code);
  if (table instanceof List || table instanceof Tuple) return table.items[code];
  const text = textOf(table);
  if (text !== null) return characters(text)[code];
  if (table instanceof Bytes) return table.value[code];
  if (table instanceof Range) return table.item(code);
  if (table instanceof Undefined) return table.member();
  throw runtimeError(`'${typeName(table)}' object is not subscriptable`);
}

function translate(text: string, table: Value, rt: Runtime): string {
  rt.meter.text(text.length);
  let result = '';
  for (const character of text) {
    const by = entryOf(table, codeOf(character));
    const added = by === undefined ? character : by === null ? '' : translated(by);
    result += added;
    if (by !== undefined) rt.meter.grow(result.length, added.length);
  }
  return result;
}

function translated(by: Value): string {
  const code = integer(by);
  if (code === null) return textArgument(by);
  if (code < 0 || code > 0x10ffff) throw runtimeError('character mapping must be in range(0x110000)');
  return String.fromCodePoint(Number(code));
}
