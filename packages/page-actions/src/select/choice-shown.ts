import type { ShownChoice } from '../in-page/choices.ts';
import type { FieldState } from '../in-page/field.ts';

/**
 * Returns true when a field shows a choice that it did not show before.
 *
 * @param labels the other choices of the list, one of which may hold the words of this one
 */
export function isChoiceShown(
  before: FieldState,
  after: FieldState,
  choice: ShownChoice,
  labels: readonly string[] = [],
): boolean {
  const label = normalizeLabel(choice.label);
  const shown = normalizeLabel(after.shown);
  const isSame = shown === normalizeLabel(before.shown);
  if (
    after.chips.some((chip) => normalizeLabel(chip) === label) &&
    !before.chips.some((chip) => normalizeLabel(chip) === label)
  )
    return true;
  if (isSame && choice.selected === false && after.around === before.around) return false;
  const others = labels.map(normalizeLabel).filter((other) => other !== label && other !== '');
  if (others.includes(shown)) return choice.value !== '' && shown === normalizeLabel(choice.value);
  const longer = others.filter((other) => containsLabel(other, label));
  const own = (text: string): string =>
    longer.reduce((rest, other) => rest.replaceAll(other, ' '), normalizeLabel(text));
  if (label !== '' && containsLabel(own(shown), label)) return true;
  if (countLabel(own(after.around), label) > countLabel(own(before.around), label)) return true;
  if (choice.value !== '' && shown === normalizeLabel(choice.value)) return true;
  // A field may show less than its list, such as a code or the last of several words.
  const words = wordsOf(label);
  const some = wordsOf(shown);
  return !isSame && some.length > 0 && some.every((word) => words.includes(word));
}

/** Normalizes case, width and spaces of a label. */
export function normalizeLabel(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Returns true when a text contains a label as separate words. */
export function containsLabel(text: string, label: string): boolean {
  return countLabel(text, label) > 0;
}

function countLabel(text: string, label: string): number {
  const part = normalizeLabel(label);
  if (part === '') return 0;
  const whole = normalizeLabel(text);
  const isLetter = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  let count = 0;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const inWord =
      (isLetter(whole[at - 1]) && isLetter(part[0])) ||
      (isLetter(whole[at + part.length]) && isLetter(part.at(-1)));
    if (!inWord) count += 1;
  }
  return count;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
