import type { Item } from './items.ts';

/** A test in which an item was seen. */
export interface Witness {
  readonly file: string;
  /** The title as it is written. */
  readonly test: string;
  readonly code: string;
  /** How many items the test shows: one that shows few is about them. */
  readonly items: number;
}

/**
 * Returns the test that says most about an item: one whose code names it, above one that only makes it happen; of these
 * the one whose title has most of its words; and of these the one that shows the fewest items.
 */
export function chooseProof({ kind, name }: Item, witnesses: readonly Witness[]): Witness | undefined {
  const words = wordsOf(kind, name);
  const stems = stemsOf(name);
  const named = ({ code }: Witness) => words.filter((word) => code.includes(word)).length;
  const related = ({ file, test }: Witness) => {
    const title = `${file} ${test}`.toLowerCase();
    return stems.filter((stem) => title.includes(stem)).length;
  };
  const key = ({ file, test }: Witness) => file + test;
  return witnesses.toSorted(
    (one, other) =>
      named(other) - named(one) ||
      related(other) - related(one) ||
      one.items - other.items ||
      (key(one) < key(other) ? -1 : 1),
  )[0];
}

/** Beginnings of the words in a name, which titles have in other forms: `list` for `listRuns`, `timel` for `timeline`. */
function stemsOf(name: string): readonly string[] {
  const words =
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  return [...new Set(words.map((word) => word.slice(0, 5)))];
}

/** What the code of a test about an item has: the member, the value, the status. */
function wordsOf(kind: Item['kind'], name: string): readonly string[] {
  const [place = name, value = ''] = name.split(/ = |: /);
  const member = (place.split(/[. ]/).at(-1) ?? '').replace(/[[\]{}]/g, '');
  if (kind.startsWith('value')) return [member, value];
  if (kind === 'endpoint') return [(name.split(' ')[2] ?? '').split('{')[0] ?? ''];
  return [member];
}
