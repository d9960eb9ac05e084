import { type Key, Thing, unhashable, type Value } from './value.ts';

const mark = '\u0000';

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

/** Whether a value can be a dictionary key. */
export function isHashable(value: Value): boolean {
  return !(value instanceof Thing) || value.key() !== undefined;
}

/** The key of a text. Structured keys begin with a mark, so a text that begins with it is marked too. */
export function textKey(text: string): string {
  return text.startsWith(mark) ? `${mark}s${text}` : text;
}

/** A key made of the keys of several values, distinct from the key of every text. */
export function structuredKey(type: string, values: readonly Value[]): string {
  return `${mark}${type}${values.map((value) => partKey(value)).join('')}`;
}

function partKey(value: Value): string {
  const key = keyOf(value);
  const text = String(key);
  return `${typeof key}${text.length}:${text}`;
}
