import type { Runtime } from '../runtime.ts';
import { textOf } from '../value/markup.ts';
import { Undefined } from '../value/undefined.ts';
import type { Value } from '../value/value.ts';

/** Takes a part out of an item. */
export type ItemGetter = (item: Value) => Value;

/**
 * Resolves the `attribute` argument of filters: an index, or a dotted path of members and indexes. `fallback`, when given,
 * stands in for a part that is undefined. Without an attribute the item itself is picked.
 */
export function itemGetter(attribute: Value | undefined, rt: Runtime, fallback?: Value): ItemGetter {
  const parts = pathParts(attribute);
  const { members } = rt.facilities;
  return (item) => {
    rt.meter.spend(1 + parts.length);
    let value = item;
    for (const part of parts) {
      value = members.item(value, part, rt);
      if (value instanceof Undefined && fallback !== undefined && fallback !== null) value = fallback;
    }
    return value;
  };
}

/** Several paths with commas between them: the parts of all of them, for sorting. */
export function itemGetters(attribute: Value | undefined, rt: Runtime): ItemGetter[] {
  const text = attribute === undefined ? null : textOf(attribute);
  if (text === null) return [itemGetter(attribute, rt)];
  const paths = text.split(',');
  rt.meter.collection(paths.length);
  return paths.map((path) => itemGetter(path, rt));
}

/** Lower case for texts, so that case does not count. */
export function ignoreCase(value: Value, rt: Runtime): Value {
  const text = textOf(value);
  if (text === null) return value;
  rt.meter.text(text.length);
  return text.toLowerCase();
}

function pathParts(attribute: Value | undefined): Value[] {
  if (attribute === undefined || attribute === null) return [];
  const text = textOf(attribute);
  if (text === null) return [attribute];
  return text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
