import { runtimeError } from '../error.ts';
import { findLastText, findText, splitText } from '../operations/find-text.ts';
import { iterate } from '../operations/iterate.ts';
import { isSpace, splitLines, strip } from '../operations/whitespace.ts';
import type { Runtime } from '../runtime.ts';
import { List } from '../value/list.ts';
import { textOf } from '../value/markup.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import { typeName, type Value } from '../value/value.ts';
import { integerArgument, textArgument } from './argument.ts';

/** Methods of text that take it apart or put it together. */
export const stringSplit = nativeTable(
  native('split(self, sep?, maxsplit?)', (rt, self: string, sep: Value = null, limit: Value = -1) =>
    list(split(self, sep, integerArgument(limit), rt), rt),
  ),
  native('rsplit(self, sep?, maxsplit?)', (rt, self: string, sep: Value = null, limit: Value = -1) =>
    list(splitFromEnd(self, sep, integerArgument(limit), rt), rt),
  ),
  native('splitlines(self, keepends?)', (rt, self: string, keepEnds: Value = false) => {
    rt.meter.scan(self.length);
    return list(splitLines(self, integerArgument(keepEnds) !== 0), rt);
  }),
  native('partition(self, sep, /)', (_rt, self: string, sep: Value) => {
    const part = separator(sep);
    const at = findText(self, part);
    return new Tuple(at === -1 ? [self, '', ''] : [self.slice(0, at), part, self.slice(at + part.length)]);
  }),
  native('rpartition(self, sep, /)', (_rt, self: string, sep: Value) => {
    const part = separator(sep);
    const at = findLastText(self, part);
    return new Tuple(at === -1 ? ['', '', self] : [self.slice(0, at), part, self.slice(at + part.length)]);
  }),
  native('join(self, iterable, /)', (rt, self: string, items: Value) => {
    const parts: string[] = [];
    let length = 0;
    for (const item of iterate(items, rt)) {
      const text = textOf(item);
      if (text === null)
        throw runtimeError(`sequence item ${parts.length}: expected str instance, ${typeName(item)} found`);
      length += text.length + self.length;
      rt.meter.grow(length, text.length);
      parts.push(text);
    }
    return parts.join(self);
  }),
);

function list(parts: readonly string[], rt: Runtime): List {
  rt.meter.collection(parts.length);
  return new List([...parts]);
}

function separator(value: Value): string {
  const part = textArgument(value);
  if (part === '') throw runtimeError('empty separator');
  return part;
}

function split(text: string, sep: Value, limit: number, rt: Runtime): string[] {
  rt.meter.scan(text.length);
  if (sep === null) return splitSpaces(text, limit);
  const part = separator(sep);
  return splitText(text, part, limit < 0 ? rt.meter.limits.collectionSize + 1 : limit + 1);
}

function splitSpaces(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (true) {
    while (at < text.length && isSpace(text.charAt(at))) at += 1;
    if (at === text.length) return pieces;
    if (limit >= 0 && pieces.length === limit) {
      pieces.push(text.slice(at));
      return pieces;
    }
    const start = at;
    while (at < text.length && !isSpace(text.charAt(at))) at += 1;
    pieces.push(text.slice(start, at));
  }
}

function splitFromEnd(text: string, sep: Value, limit: number, rt: Runtime): string[] {
  if (limit < 0) return split(text, sep, limit, rt);
  rt.meter.scan(text.length);
  const pieces: string[] = [];
  if (sep === null) {
    let end = strip(text, isSpace, false, true).length;
    while (end > 0 && pieces.length < limit) {
      let start = end;
      while (start > 0 && !isSpace(text.charAt(start - 1))) start -= 1;
      pieces.push(text.slice(start, end));
      end = strip(text.slice(0, start), isSpace, false, true).length;
    }
    const rest = text.slice(0, end);
    if (strip(rest, isSpace, true, true) !== '') pieces.push(rest);
    return pieces.reverse();
  }
  const part = separator(sep);
  let end = text.length;
  while (pieces.length < limit) {
    const at = findLastText(text, part, end);
    if (at === -1) break;
    pieces.push(text.slice(at + part.length, end));
    end = at;
  }
  pieces.push(text.slice(0, end));
  return pieces.reverse();
}
