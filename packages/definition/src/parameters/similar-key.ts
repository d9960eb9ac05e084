/** The wanted key that a given one is most likely a misspelling of; null when it resembles none. */
export function misspeltKey(given: string, wanted: readonly string[]): string | null {
  const written = plain(given);
  const near = wanted
    // Each letter too many or too few is a slip: no need to compare the letters of long keys.
    .filter((key) => Math.abs(plain(key).length - written.length) <= tolerance(key))
    .map((key) => ({ key, distance: distanceOf(written, plain(key)) }))
    .filter(({ key, distance }) => distance <= tolerance(key))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.key ?? null;
}

/** Case and separators are what people get wrong first. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[_\W]+/gu, '');
}

/** One slip in four letters, at most two. */
function tolerance(key: string): number {
  return Math.min(2, Math.floor(plain(key).length / 4));
}

/** Letters to insert, drop, change, or swap with their neighbour (optimal string alignment distance). */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      now[column] = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + same,
        ...(swapped ? [(before[column - 2] ?? 0) + 1] : []),
      );
    }
    before = last;
    last = now;
  }
  return last[b.length] ?? 0;
}
