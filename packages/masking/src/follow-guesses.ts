import { canonicalText } from './canonical-text.ts';
import type { ChangeText } from './json-texts.ts';
import { isGuessable, isMaskedInTexts, minimumMaskedLength, needlesOf } from './secret-forms.ts';
import { joinRanges, replaceRanges } from './text-range.ts';

/**
 * Follows the numbers that a workflow writes. A site that repeats them beside a secret shows by the mask which of them is the secret,
 * in one list or in many answers.
 */
export interface Guesses {
  /** Notes a text that the workflow has written. */
  note(text: string): void;
  /**
   * Creates a mask for those of some secrets that can be guessed and of which guesses were listed: one in a hundred of all numbers
   * of the same form, from 20 to 365, a hundredth of the days of a century. Every number of that form is masked, so that the secret is
   * one of many.
   */
  createMask(secrets: readonly string[], maskText: string): ChangeText;
}

const minListed = 20;
const maxListed = 365;
/** Characters of parts with numbers that are kept, and of one text; a workflow that writes more counts as one that lists guesses. */
const [maxKept, maxText] = [256 * 1024, 1024 * 1024];
/** What stands between the values of lists, documents and addresses. */
const betweenValues = /["{}[\],;&=\r\n]+/;
/** A digit or a separator that is encoded. */
const encodedSign = /%(?:25)?[23][\da-f]|&(?:amp;)?#|\\(?:u00|x)[23][\da-f]/i;

/** Creates guesses of a workflow that has written nothing yet. */
export function followGuesses(): Guesses {
  /** Each is kept once, however often it is written, with one letter in place of several. */
  const parts = new Set<string>();
  let length = 0;
  const isFull = (): boolean => length > maxKept;
  const isListed = ({ number, digits }: NumberForm): boolean => {
    const needed = Math.max(minListed, Math.min(10 ** digits / 100, maxListed));
    return isFull() || new Set([...parts].flatMap((part) => part.match(number) ?? [])).size >= needed;
  };
  return {
    note(text) {
      if (isFull() || !/\d/.test(text)) return;
      if (text.length > maxText) length = text.length;
      else {
        const plain = encodedSign.test(text) ? canonicalText(text).text : text;
        for (const part of plain.replace(/\p{L}+/gu, 'x').split(betweenValues)) {
          if (parts.has(part) || !/\d/.test(part)) continue;
          parts.add(part);
          length += part.length;
        }
      }
      if (isFull()) parts.clear();
    },
    createMask(secrets, maskText) {
      const forms = secrets.flatMap((secret) => findForm(secret) ?? []).filter(isListed);
      if (forms.length === 0) return (text) => text;
      return (text) => {
        const canonical = canonicalText(text);
        const found = forms.flatMap(({ masked }) => [...canonical.text.matchAll(masked)]);
        const ranges = found.map(({ 0: number, index }) => ({
          start: canonical.start(index),
          end: canonical.end(index + number.length - 1),
        }));
        return replaceRanges(text, joinRanges(ranges), () => maskText);
      };
    },
  };
}

/** The form of a secret that is a number: its digits, each as any digit, and what separates them. */
interface NumberForm {
  readonly digits: number;
  /** Finds numbers of the form, whatever separates their digits. */
  readonly number: RegExp;
  /** Finds those that are masked when they are the secret, in a canonical text: inside of it, or as the whole of it. */
  readonly masked: RegExp;
}

/** Returns the form of a secret that can be guessed; null for one with letters, whose form ordinary words have. */
function findForm(secret: string): NumberForm | null {
  if (!isGuessable(secret)) return null;
  const [needle = ''] = needlesOf(secret);
  const digits = needle.match(/\d/g)?.length ?? 0;
  if (digits === 0 || /\p{L}/u.test(needle)) return null;
  const isAlone = needle.length <= minimumMaskedLength;
  const find = (source: string): RegExp =>
    new RegExp(isAlone ? `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])` : source, 'gu');
  const written = needle.replace(/\d+|\D+/g, (part) =>
    /\d/.test(part) ? '\\d'.repeat(part.length) : '[^\\p{L}\\p{N}]{1,3}',
  );
  const canonical = needle.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\d/g, '\\d');
  return {
    digits,
    number: find(written),
    masked: isMaskedInTexts(secret.trim()) ? find(canonical) : new RegExp(`^${canonical}$`, 'gu'),
  };
}
