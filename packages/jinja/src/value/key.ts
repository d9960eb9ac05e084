import { TemplateError } from '../error.ts';
import { type Key, ObjectValue, unhashable, type Value } from './value.ts';

const mark = '\u0000';
// A tuple of tuples that share their items is small, and its key is not.
const longestKey = 100_000;

/** The dictionary key of a value. Throws for lists, dictionaries and other values that Python cannot hash. */
export function keyOf(value: Value): Key {
  switch (typeof value) {
    case 'string':
      return textKey(value);
    case 'number':
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value + 0;
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    default: {
      if (value === null) return null;
      const key = value.key();
      if (key === undefined) throw unhashable(value);
      return key;
    }
  }
}

/** Tests whether a value can be a dictionary key. */
export function isHashable(value: Value): boolean {
  return !(value instanceof ObjectValue) || value.key() !== undefined;
}

/** The key of a text. Structured keys begin with a mark, so a text that begins with it is marked too. */
export function textKey(text: string): string {
  return text.startsWith(mark) ? `${mark}s${text}` : text;
}

/** A key made of the keys of several values, distinct from the key of every text. */
export function structuredKey(type: string, values: readonly Value[]): string {
  let key = mark + type;
  for (const value of values) {
    key += partKey(value);
    checkKeyLength(key.length);
  }
  return key;
}

/** Throws when a structured key would be too long to look things up by. */
export function checkKeyLength(length: number): void {
  if (length <= longestKey) return;
  const message = `The template exceeds the limit \`stringLength\` of ${longestKey} for the key of a tuple or bytes.`;
  throw new TemplateError('limit', message, { limit: 'stringLength' });
}

function partKey(value: Value): string {
  const key = keyOf(value);
  const text = String(key);
  return `${typeof key}${text.length}:${text}`;
}
