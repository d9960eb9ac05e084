import type { Json, JsonObject } from '@runwright/contract';

/**
 * Merges the data of several parts or pages in their order: lists are concatenated without items of earlier parts, objects
 * are merged by member, and of other values the first non-null one is taken.
 */
export function mergeData(parts: readonly Json[]): Json {
  return parts.reduce<Json>((merged, part) => merge(merged, part), null);
}

function merge(earlier: Json, later: Json): Json {
  if (earlier === null) return later;
  if (later === null) return earlier;
  if (isList(earlier) && isList(later)) {
    const known = new Set(earlier.map((item) => JSON.stringify(item)));
    return [...earlier, ...later.filter((item) => !known.has(JSON.stringify(item)))];
  }
  if (isObject(earlier) && isObject(later)) {
    const names = new Set([...Object.keys(earlier), ...Object.keys(later)]);
    return Object.fromEntries(
      [...names].map((name) => [name, merge(earlier[name] ?? null, later[name] ?? null)]),
    );
  }
  return earlier;
}

/** Counts the list items in the data; 1 for data without lists. */
export function countItems(data: Json): number {
  if (data === null) return 0;
  if (isList(data)) return data.length;
  if (!isObject(data)) return 1;
  const lists = Object.values(data).filter((member) => isList(member));
  return lists.length === 0 ? 1 : lists.reduce((sum, list) => sum + list.length, 0);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
