/** Most names in one header, and most characters of each. */
const max = { names: 20, characters: 100 };

/** Returns the first names as the value of a header: percent-encoded, and separated by `, `. */
export function encodeNames(names: readonly string[]): string {
  return names
    .slice(0, max.names)
    .map((name) => encodeURIComponent(name.slice(0, max.characters).toWellFormed()))
    .join(', ');
}
