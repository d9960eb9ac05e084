import type { ShownChoice } from '../in-page/choices.ts';
import type { FieldLook } from '../in-page/field.ts';

/**
 * Whether a field shows a choice that it did not show, or did not have, before.
 *
 * @param labels the other choices of the list, one of which may hold the words of this one
 */
export function isTaken(
  before: FieldLook,
  after: FieldLook,
  choice: ShownChoice,
  labels: readonly string[] = [],
): boolean {
  const label = plain(choice.label);
  const shown = plain(after.shown);
  const isSame = shown === plain(before.shown);
  if (
    after.chips.some((chip) => plain(chip) === label) &&
    !before.chips.some((chip) => plain(chip) === label)
  )
    return true;
  if (isSame && choice.selected === false && after.around === before.around) return false;
  const others = labels.map(plain).filter((other) => other !== label && other !== '');
  if (others.includes(shown)) return choice.value !== '' && shown === plain(choice.value);
  const longer = others.filter((other) => holds(other, label));
  const own = (text: string): string =>
    longer.reduce((rest, other) => rest.replaceAll(other, ' '), plain(text));
  if (label !== '' && holds(own(shown), label)) return true;
  if (times(own(after.around), label) > times(own(before.around), label)) return true;
  if (choice.value !== '' && shown === plain(choice.value)) return true;
  // A field may show less than its list, such as a code or the last of several words.
  const words = wordsOf(label);
  const some = wordsOf(shown);
  return !isSame && some.length > 0 && some.every((word) => words.includes(word));
}

/** Letters, widths and spaces do not tell two labels apart. */
export function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Whether a text holds a label as words of its own. */
export function holds(text: string, label: string): boolean {
  return times(text, label) > 0;
}

function times(text: string, label: string): number {
  const part = plain(label);
  if (part === '') return 0;
  const whole = plain(text);
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
