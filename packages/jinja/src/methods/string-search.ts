import { runtimeError } from '../error.ts';
import { characterIndex, textLength, unitOffset } from '../operations/code-points.ts';
import { findLastText, findText } from '../operations/find-text.ts';
import { replaceText } from '../operations/replace-text.ts';
import type { Runtime } from '../runtime.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import { typeName, type Value } from '../value/value.ts';
import { boundArgument, integerArgument, textArgument } from './argument.ts';

type Bound = Value | undefined;

/** Methods of text that look for or replace a part of it. */
export const stringSearch = nativeTable(
  native('find(self, sub, start?, end?, /)', (rt, self: string, sub: Value, start: Bound, end: Bound) =>
    search(self, sub, start, end, false, rt),
  ),
  native('rfind(self, sub, start?, end?, /)', (rt, self: string, sub: Value, start: Bound, end: Bound) =>
    search(self, sub, start, end, true, rt),
  ),
  native('index(self, sub, start?, end?, /)', (rt, self: string, sub: Value, start: Bound, end: Bound) =>
    found(search(self, sub, start, end, false, rt)),
  ),
  native('rindex(self, sub, start?, end?, /)', (rt, self: string, sub: Value, start: Bound, end: Bound) =>
    found(search(self, sub, start, end, true, rt)),
  ),
  native('count(self, sub, start?, end?, /)', (rt, self: string, sub: Value, start: Bound, end: Bound) => {
    rt.meter.scan(self.length);
    const { text, valid } = window(self, start, end);
    const part = textArgument(sub);
    return valid ? countParts(text, part) : 0;
  }),
  native(
    'startswith(self, prefix, start?, end?, /)',
    (rt, self: string, prefix: Value, start: Bound, end: Bound) => {
      const { text, valid } = window(self, start, end);
      return anyOf('startswith', prefix, rt, (part) => valid && text.startsWith(part));
    },
  ),
  native(
    'endswith(self, suffix, start?, end?, /)',
    (rt, self: string, suffix: Value, start: Bound, end: Bound) => {
      const { text, valid } = window(self, start, end);
      return anyOf('endswith', suffix, rt, (part) => valid && text.endsWith(part));
    },
  ),
  native('replace(self, old, new, count?, /)', (rt, self: string, old: Value, by: Value, count: Value = -1) =>
    replaceText(self, textArgument(old), textArgument(by), integerArgument(count), rt),
  ),
  native('removeprefix(self, prefix, /)', (_rt, self: string, prefix: Value) => {
    const part = textArgument(prefix);
    return self.startsWith(part) ? self.slice(part.length) : self;
  }),
  native('removesuffix(self, suffix, /)', (_rt, self: string, suffix: Value) => {
    const part = textArgument(suffix);
    return part !== '' && self.endsWith(part) ? self.slice(0, -part.length) : self;
  }),
);

function search(self: string, sub: Value, start: Bound, end: Bound, last: boolean, rt: Runtime): number {
  rt.meter.scan(self.length);
  const part = textArgument(sub);
  const { text, offset, valid } = window(self, start, end);
  const at = !valid ? -1 : last ? findLastText(text, part) : findText(text, part);
  return at === -1 ? -1 : characterIndex(self, at + offset);
}

function found(index: number): number {
  if (index === -1) throw runtimeError('substring not found');
  return index;
}

function window(self: string, start: Bound, end: Bound): { text: string; offset: number; valid: boolean } {
  if (start === undefined && end === undefined) return { text: self, offset: 0, valid: true };
  const length = textLength(self);
  const from = boundArgument(start, length, 0);
  const to = boundArgument(end, length, length);
  const beyond = typeof start === 'number' && start > length;
  const offset = unitOffset(self, from);
  return { text: self.slice(offset, unitOffset(self, to)), offset, valid: !beyond && from <= to };
}

function countParts(text: string, part: string): number {
  if (part === '') return textLength(text) + 1;
  let count = 0;
  for (let at = findText(text, part); at !== -1; at = findText(text, part, at + part.length)) count += 1;
  return count;
}

function anyOf(name: string, parts: Value, rt: Runtime, holds: (part: string) => boolean): boolean {
  if (parts instanceof Tuple)
    return parts.items.some((part) => {
      const text = textArgument(part);
      rt.meter.scan(text.length);
      return holds(text);
    });
  if (typeof parts !== 'string' && typeName(parts) !== 'Markup')
    throw runtimeError(`${name} first arg must be str or a tuple of str, not ${typeName(parts)}`);
  return holds(textArgument(parts));
}
