import { type DestinationRule, type OpenOptions, RunwrightError } from '@runwright/contract';
import {
  type ChangeText,
  changeTexts,
  createApartMask,
  createMask,
  minimumMaskedLength,
} from '@runwright/masking';

/** Fills in secrets when a text is typed, and masks them in everything that is returned. */
export interface Secrets {
  /** The text with its placeholders filled in for a frame of this origin, and whether there were any. */
  reveal(text: string, origin: string): { readonly text: string; readonly isSecret: boolean };
  /** Returns why a value that was revealed and stands in the text may not be sent to an origin; null when all may. */
  refusalOf(text: string, origin: string): string | null;
  /**
   * Masks a text from now on also where its characters stand apart, see `createApartMask` of `@runwright/masking`, and its
   * prefixes, because a page can report a field as it grows: those of at least 4 digits, or of half the text and 8 characters.
   */
  typesApart(text: string): void;
  /** From now on fields may hold a secret that a person types. */
  noteSecret(): void;
  /** Masks what a person types into a field, as it grows; a later value of the field takes its place. */
  hold(field: string, value: string): void;
  /** Masks the values that are held for good, also where their characters stand apart. */
  keepHeld(): void;
  /**
   * Masks every value that was revealed so far, see `createMask` of `@runwright/masking`. Values of fewer than 4 characters
   * stay, because they are the names of options and days.
   */
  mask(text: string): string;
  /** The same for every text inside a JSON value. */
  maskAll<Value>(value: Value): Value;
  /** Returns true when any value was revealed so far, also a short one. */
  hasAny(): boolean;
}

/** Stands for a secret in everything that a session returns. */
export const maskText = '[secret]';

/** Characters of a code at most: its boxes hold one character each. */
const longestApart = 12;
/** Maximum length of a prefix that is masked. */
const maxPrefixLength = 128;

const placeholder = /\{\{[^{}]*\}\}/g;

/** The rule of a driver that was given none: a value may go wherever its placeholder is filled in. */
function ruleByReveal(reveal: OpenOptions['reveal'], placeholder: string): DestinationRule {
  return (origin) => {
    try {
      reveal(placeholder, origin);
      return null;
    } catch (cause) {
      if (RunwrightError.is(cause)) return cause.message;
      throw cause;
    }
  };
}

/** Creates the secrets of a session by its `reveal`, which fills in placeholders, and the rule for their destinations. */
export function createSecrets(
  revealOne: OpenOptions['reveal'],
  destinationRule: OpenOptions['destinationRule'] = (placeholder) => ruleByReveal(revealOne, placeholder),
): Secrets {
  const values = new Set<string>();
  /** The rules of each value by its placeholders; equal values of two secrets may go where either of them may. */
  const rules = new Map<string, Map<string, DestinationRule>>();
  let current: ChangeText | null = null;
  let hasAny = false;
  const remember = (value: string): void => {
    hasAny = true;
    if (value.length < minimumMaskedLength || values.has(value)) return;
    values.add(value);
    current = null;
  };
  const apart = new Set<string>();
  const finders = new Map<string, (text: string) => boolean>();
  /** Returns whether a value stands in a text, also one character into each field. */
  const finderOf = (value: string): ((text: string) => boolean) => {
    const known = finders.get(value);
    if (known) return known;
    const masks = [
      createMask({ secrets: [value], maskText }),
      ...(value.length >= minimumMaskedLength && value.length <= longestApart
        ? [createApartMask([value])]
        : []),
    ];
    const find = (text: string) => masks.some((one) => one(text) !== text);
    finders.set(value, find);
    return find;
  };
  let maskApart: ChangeText = (text) => text;
  const held = new Map<string, string>();
  const heldValues = (): readonly string[] =>
    [...held.values()].filter((value) => value.length >= minimumMaskedLength);
  const mask: ChangeText = (text) => {
    current ??= createMask({ secrets: new Set([...values, ...heldValues()]), maskText });
    return maskApart(current(text));
  };
  const typesApart = (text: string): void => {
    // Shorter prefixes are ordinary words, such as those of `Password123`.
    const shortest = /^\d+$/.test(text) ? minimumMaskedLength : Math.max(8, Math.ceil(text.length / 2));
    for (let length = shortest; length < Math.min(text.length, maxPrefixLength); length += 1)
      remember(text.slice(0, length));
    if (text.length < minimumMaskedLength || text.length > longestApart || apart.has(text)) return;
    apart.add(text);
    maskApart = createApartMask(apart);
  };
  return {
    mask,
    hasAny: () => hasAny,
    noteSecret() {
      hasAny = true;
    },
    hold(field, value) {
      hasAny = true;
      const before = held.get(field) ?? '';
      // A field that was emptied and filled again: the former value was one of its own.
      if (!value.startsWith(before) && !before.startsWith(value)) remember(before);
      held.set(field, value);
      current = null;
    },
    keepHeld() {
      for (const value of heldValues()) {
        remember(value);
        typesApart(value);
      }
      held.clear();
      current = null;
    },
    typesApart,
    refusalOf(text, origin) {
      for (const [value, ofValue] of rules) {
        const refusals = [...ofValue.values()].map((refusalFor) => refusalFor(origin));
        const [refusal = null] = refusals;
        if (refusal === null || refusals.includes(null)) continue;
        if (finderOf(value)(text)) return refusal;
      }
      return null;
    },
    maskAll: (value) => (values.size === 0 && heldValues().length === 0 ? value : changeTexts(value, mask)),
    reveal(text, origin) {
      let isSecret = false;
      for (const [one] of text.matchAll(placeholder)) {
        const value = revealOne(one, origin);
        if (value === one) continue;
        isSecret = true;
        remember(value);
        const ofValue = rules.get(value) ?? new Map<string, DestinationRule>();
        rules.set(value, ofValue);
        if (!ofValue.has(one)) ofValue.set(one, destinationRule(one));
      }
      return { text: isSecret ? revealOne(text, origin) : text, isSecret };
    },
  };
}
