/** Longest key that is compared, in letters. */
const maxLength = 100;
/** Pairs of keys that are compared with one budget, and in one turn of the event loop: some 50 ms. */
const maxPairs = 100_000;
let leftPairs = maxPairs;

/** Letters of a key that may be wrong. */
export type Tolerance = (letters: string) => number;

/** Takes pairs of keys from a budget; returns false when it has fewer left. */
export type TakePairs = (pairs: number) => boolean;

/** Creates a budget of 100,000 pairs that nothing else uses up. */
export function createPairBudget(): TakePairs {
  let left = maxPairs;
  return (pairs) => {
    if (left < pairs) return false;
    left -= pairs;
    return true;
  };
}

/**
 * The wanted key that a given one is most likely a misspelling of; null when it resembles none, is longer than 100 letters, or when
 * its budget is used up.
 *
 * @param tolerance default: one letter in four, at most two
 * @param takePairs default: 100,000 pairs in each turn of the event loop
 */
export function misspeltKey(
  given: string,
  wanted: readonly string[],
  tolerance: Tolerance = oneInFour,
  takePairs: TakePairs = takeFromTurn,
): string | null {
  if (given.length > maxLength || !takePairs(wanted.length)) return null;
  const written = plain(given);
  let near: { readonly key: string; readonly distance: number } | null = null;
  for (const key of wanted) {
    if (key.length > maxLength) continue;
    const letters = plain(key);
    const slips = tolerance(letters);
    // Each letter too many or too few is a slip: no need to compare the letters.
    if (Math.abs(letters.length - written.length) > slips) continue;
    const distance = measureDistance(written, letters, slips);
    if (distance <= slips && distance < (near?.distance ?? Number.POSITIVE_INFINITY))
      near = { key, distance };
  }
  return near?.key ?? null;
}

function takeFromTurn(pairs: number): boolean {
  if (leftPairs === maxPairs) {
    setImmediate(() => {
      leftPairs = maxPairs;
    }).unref();
  }
  if (leftPairs < pairs) return false;
  leftPairs -= pairs;
  return true;
}

/** Case and separators are what people get wrong first. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[_\W]+/gu, '');
}

/** Two letters, and one of keys with three or four: for keys that are known words, such as the members of a request. */
export const twoLetters: Tolerance = ({ length }) => Math.min(2, Math.floor((length - 1) / 2));

/** Keys that people choose resemble each other more. */
const oneInFour: Tolerance = ({ length }) => Math.min(2, Math.floor(length / 4));

/** Letters to insert, drop, change, or swap with their neighbour (optimal string alignment distance); infinite where it is more than `most`. */
function measureDistance(a: string, b: string, most: number): number {
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
    if (Math.min(...now) > most) return Number.POSITIVE_INFINITY;
    before = last;
    last = now;
  }
  return last[b.length] ?? 0;
}
