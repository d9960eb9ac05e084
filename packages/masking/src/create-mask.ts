import { canonicalText } from './canonical-text.ts';
import { createSecretFinder } from './find-secrets.ts';
import type { ChangeText } from './json-texts.ts';
import { decodedPlaceholder, placeholderPattern } from './placeholder.ts';
import { formsOf, isMaskedInTexts, needlesOf } from './secret-forms.ts';
import { replaceRanges, type TextRange } from './text-range.ts';

/** Options of {@link createMask}. */
export interface MaskOptions {
  /** The values to mask; read once. */
  readonly secrets: Iterable<string>;
  /** The text that stands for a secret. */
  readonly maskText: string;
  /** Returns whether a text like a placeholder is one; such texts are left as they are. Default: none is. */
  readonly isPlaceholder?: (text: string) => boolean;
  /** Returns what stands for a value that is found unchanged. Default: `maskText`. */
  readonly replacement?: (value: string) => string;
  /**
   * Whether parts of secrets are found beside the mark `…`. Default true. Only for texts whose author cannot see the result: else
   * a secret can be read character by character, as each longer part is masked only when it is right.
   */
  readonly parts?: boolean;
}

/**
 * Creates a function that masks secrets in a text. A secret of at least 5 characters is found anywhere in the text: as it is,
 * percent-encoded, in base64 at any alignment, escaped for JSON or HTML, and as page views and file names rewrite it, with
 * other quotes, `_` for some characters, other blanks, the digits of a long number in groups. Beside the mark `…` of a
 * shortened text it is found from 5 characters of its beginning or end, or 8 of its middle. A secret of 4 characters is found
 * where no letter or digit stands beside it, a shorter one and a year (1900 to 2099) only where it is the whole text.
 */
export function createMask(options: MaskOptions): ChangeText {
  const { secrets, maskText, isPlaceholder, replacement, parts = true } = options;
  const known = new Set(secrets);
  known.delete('');
  if (known.size === 0) return (text) => text;
  // Fields and views leave blanks at the ends of a value out.
  const values = [...new Set([...known].map((secret) => secret.trim() || secret))];
  const find = createSecretFinder(values.filter(isMaskedInTexts).map(formsOf), { parts });
  const short = values.filter((value) => value.length <= longestWhole);
  const wholeForms = new Set(short.flatMap(needlesOf).filter((needle) => needle !== ''));
  const isWhole = (text: string) =>
    text.length <= longestWholeForm && wholeForms.size > 0 && wholeForms.has(canonicalText(text).text);
  const replaced = (found: string) => (known.has(found) && replacement ? replacement(found) : maskText);

  return (text) => {
    if (known.has(text) || isWhole(text)) return replaced(text);
    const found = find(text);
    if (found.length === 0) return text;
    const kept = isPlaceholder ? placeholdersIn(text, isPlaceholder) : [];
    const isKept = ({ start, end }: TextRange) =>
      kept.some((place) => start < place.end && end > place.start);
    return replaceRanges(
      text,
      found.filter((range) => !isKept(range)),
      replaced,
    );
  };
}

/** Longer secrets are found inside texts, and so as whole texts too. */
const longestWhole = 4;
/** A secret of four characters, each of them escaped. */
const longestWholeForm = 64;

function placeholdersIn(text: string, isPlaceholder: (text: string) => boolean): readonly TextRange[] {
  return [...text.matchAll(placeholderPattern)]
    .filter(([found]) => isPlaceholder(decodedPlaceholder(found)))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
