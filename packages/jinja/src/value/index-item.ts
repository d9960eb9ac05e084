import { integer } from './float.ts';
import type { Value } from './value.ts';

/** The item at a Python index, which counts from the end when negative; undefined out of range or for no whole number. */
export function indexItem<T>(
  key: Value,
  length: number,
  at: (index: number) => T | undefined,
): T | undefined {
  const index = integer(key);
  if (typeof index !== 'number') return undefined;
  const position = index < 0 ? index + length : index;
  return position >= 0 && position < length ? at(position) : undefined;
}
