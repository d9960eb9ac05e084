/** Label and value of a choice. */
export interface Choice {
  readonly label: string;
  readonly value: string;
}

/** The choice to select, by label, value or index. */
export interface Wanted {
  readonly label?: string;
  readonly value?: string;
  readonly index?: number;
}

/**
 * Returns the index of the wanted choice: by index, by value, or by label, where an exact label wins over one in
 * other letters, over a beginning, over the same words. Only a unique match counts.
 */
export function matchOption(choices: readonly Choice[], wanted: Wanted): number | 'none' | 'several' {
  if (wanted.index !== undefined) return wanted.index < choices.length ? wanted.index : 'none';
  if (wanted.value !== undefined) {
    const at = choices.findIndex(({ value }) => value === wanted.value);
    if (at >= 0) return at;
  }
  const text = wanted.label ?? wanted.value ?? '';
  for (const isLike of likenesses(text)) {
    const found = choices.flatMap(({ label }, index) => (isLike(label) ? [index] : []));
    if (found.length === 1) return found[0] ?? 'none';
    if (found.length > 1)
      return new Set(found.map((at) => choices[at]?.label)).size === 1 ? (found[0] ?? 'none') : 'several';
  }
  return 'none';
}

function likenesses(text: string): readonly ((label: string) => boolean)[] {
  const exact = squeeze(text);
  const plain = exact.toLowerCase();
  const words = wordsOf(plain);
  if (plain === '') return [];
  return [
    (label) => squeeze(label) === exact,
    (label) => squeeze(label).toLowerCase() === plain,
    (label) => squeeze(label).toLowerCase().startsWith(plain),
    (label) => words.length > 0 && wordsOf(label.toLowerCase()).join(' ') === words.join(' '),
    (label) => words.length > 0 && words.every((word) => wordsOf(label.toLowerCase()).includes(word)),
  ];
}

function squeeze(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [])].sort();
}
