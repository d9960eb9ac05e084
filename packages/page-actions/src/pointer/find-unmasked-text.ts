import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TextPosition } from '../in-page/text-range.ts';

/** Most places of one text that are looked at: each takes a mask of the whole page. */
const maxPlaces = 50;
/** Takes the place of a found text. No page shows it, and no secret has it. */
const mark = '\uE000';

/**
 * Finds the first place of a text that a mask leaves as it is; null when there is none. Blanks and case do not count, and a text may go
 * over several of the texts of a page. Other work of the process goes on between the places.
 */
export async function findUnmaskedText(
  texts: readonly string[],
  wanted: string,
  mask: (text: string) => string,
): Promise<{ readonly first: TextPosition; readonly last: TextPosition } | null> {
  const plain = squeeze(wanted);
  if (plain === '') return null;
  const places = texts.flatMap((text, index) =>
    text.split('').flatMap((character, offset) => (/\s/.test(character) ? [] : [{ text: index, offset }])),
  );
  const shown = places.map(({ text, offset }) => lowerCase(texts[text]?.[offset] ?? '')).join('');
  const joined = createMaskedText(texts.join(''), mask);
  const lengthBefore = (index: number): number =>
    texts.slice(0, index).reduce((sum, text) => sum + text.length, 0);
  const isUnmasked = (first: TextPosition, last: TextPosition): boolean => {
    const startOf = ({ text, offset }: TextPosition): number => lengthBefore(text) + offset;
    // Views mask each text for itself, too.
    const areUnmasked = texts.slice(first.text, last.text + 1).every((text, at) => {
      const index = first.text + at;
      const from = index === first.text ? first.offset : 0;
      const to = index === last.text ? last.offset + 1 : text.length;
      return createMaskedText(text, mask).isUnmasked(from, to);
    });
    return areUnmasked && joined.isUnmasked(startOf(first), startOf(last) + 1);
  };
  let at = shown.indexOf(plain);
  for (let tried = 0; at >= 0 && tried < maxPlaces; tried += 1) {
    const [first, last] = [places[at], places[at + plain.length - 1]];
    if (first && last && isUnmasked(first, last)) return { first, last };
    at = shown.indexOf(plain, at + 1);
    await nextTurn();
  }
  return null;
}

/** Removes blanks and ignores case. */
export function squeeze(text: string): string {
  return lowerCase(text.replace(/\s+/g, ''));
}

/** One character for each, so that each keeps its place. */
function lowerCase(text: string): string {
  return text.replace(/./gs, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  });
}

function createMaskedText(text: string, mask: (text: string) => string) {
  const masked = mask(text);
  return {
    /** Returns whether the mask leaves a part as it is: it then makes the same of the rest, whatever stands for the part. */
    isUnmasked(from: number, to: number): boolean {
      const marked = mask(text.slice(0, from) + mark + text.slice(to));
      return marked.replace(mark, () => text.slice(from, to)) === masked;
    },
  };
}
