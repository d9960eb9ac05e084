/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** An object of JSON. A member that is undefined is absent. */
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

/** Place in a document: names of members and indexes. */
export type Path = readonly (string | number)[];

/** Returns a value as an object, or null when it is none. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** Returns a value as an array; an empty one when it is none. */
export function asArray(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Returns the value at a path, or undefined when there is none. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let found: unknown = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found as Json | undefined;
}

/** Returns a copy of a value in which the value at a path is another one; undefined removes a member. */
export function withValueAt(value: Json | undefined, path: Path, next: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (typeof key === 'number')
    return asArray(value).map((item, index) =>
      index === key ? (withValueAt(item, rest, next) as Json) : item,
    );
  const { [key]: inner, ...others } = asObject(value) ?? {};
  const changed = withValueAt(inner, rest, next);
  if (changed === undefined) return others;
  // A member that exists keeps its place.
  return inner === undefined ? { ...others, [key]: changed } : { ...asObject(value), [key]: changed };
}

/** Returns whether two values of JSON are equal; the order of members does not matter. */
export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isEqual(item, b[index]))
    );
  const [left, right] = [a as JsonObject, b as JsonObject];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isEqual(left[name], right[name]));
}
