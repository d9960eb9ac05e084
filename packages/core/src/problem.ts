import type { Problem } from '@runwright/contract';

/** The way from the root of a document to a place in it; array indexes are numbers. */
export type Path = readonly (string | number)[];

/** A problem of the kind that has no name of its own. `reason` goes on after a colon or comma: no capital, no full stop. */
export function valueError(path: Path, reason: string): Problem {
  return { path, type: 'value_error', message: `Value error, ${reason}` };
}

/** Names in backticks, joined by commas; `none` when there are none. */
export function named(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
}
