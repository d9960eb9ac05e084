import type { Json, JsonObject } from '@runwright/contract';

/**
 * Merges the data of the parts of one page in their order: lists are concatenated, objects are merged by member, and of other
 * values the first non-null one is taken. Parts do not overlap, so equal items are rows that the page shows several times.
 */
export function mergeParts(parts: readonly Json[]): Json {
  return parts.reduce<Json>(
    (merged, part) => merge(merged, part, (earlier, later) => [...earlier, ...later]),
    null,
  );
}

/**
 * Merges the data of a page into that of earlier pages, like {@link mergeParts}, but without the items that earlier pages
 * have: pages may overlap. An item that the page shows more often than all earlier pages is added as often.
 */
export function mergePages(earlier: Json, page: Json): Json {
  return merge(earlier, page, (known, shown) => [...known, ...withoutKnown(shown, known)]);
}

type MergeLists = (earlier: readonly Json[], later: readonly Json[]) => readonly Json[];

function merge(earlier: Json, later: Json, mergeLists: MergeLists): Json {
  if (earlier === null) return later;
  if (later === null) return earlier;
  if (isList(earlier) && isList(later)) return mergeLists(earlier, later);
  if (isObject(earlier) && isObject(later)) {
    const names = new Set([...Object.keys(earlier), ...Object.keys(later)]);
    return Object.fromEntries(
      [...names].map((name) => [name, merge(earlier[name] ?? null, later[name] ?? null, mergeLists)]),
    );
  }
  return earlier;
}

/** Returns the items without those that are known; a known item covers one equal item. */
function withoutKnown(items: readonly Json[], known: readonly Json[]): readonly Json[] {
  const counts = new Map<string, number>();
  for (const item of known) {
    const key = JSON.stringify(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return items.filter((item) => {
    const key = JSON.stringify(item);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}

/** Counts the items of the lists in the data; null for data without lists. */
export function countListItems(data: Json): number | null {
  if (isList(data)) return data.length;
  if (!isObject(data)) return null;
  const counts = Object.values(data).flatMap((member) => countListItems(member) ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** Counts the list items in the data; 1 for data without lists. */
export function countItems(data: Json): number {
  return data === null ? 0 : (countListItems(data) ?? 1);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
