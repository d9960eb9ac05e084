import type { OpenOptions } from '@runwright/contract';
import {
  type ChangeText,
  changeTexts,
  createApartMask,
  createMask,
  minimumMaskedLength,
} from '@runwright/masking';
import { createSecretDestinations, maxCodeLength, type SecretDestinations } from './secret-destinations.ts';

/** Fills in secrets when a text is typed, and masks them in everything that is returned. */
export interface Secrets {
  /** The text with its placeholders filled in for a frame of this origin, and whether there were any. */
  reveal(text: string, origin: string): { readonly text: string; readonly isSecret: boolean };
  readonly findRefusal: SecretDestinations['findRefusal'];
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

/** Maximum length of a prefix that is masked. */
const maxPrefixLength = 128;

const placeholder = /\{\{[^{}]*\}\}/g;

/** Creates the secrets of a session by its `reveal`, which fills in placeholders, and the rule for their destinations. */
export function createSecrets(
  revealOne: OpenOptions['reveal'],
  destinationRule?: OpenOptions['destinationRule'],
): Secrets {
  const destinations = createSecretDestinations({
    reveal: revealOne,
    ...(destinationRule ? { destinationRule } : {}),
  });
  const values = new Set<string>();
  let current: ChangeText | null = null;
  let hasAny = false;
  const remember = (value: string): void => {
    hasAny = true;
    if (value.length < minimumMaskedLength || values.has(value)) return;
    values.add(value);
    current = null;
  };
  const apart = new Set<string>();
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
    if (text.length < minimumMaskedLength || text.length > maxCodeLength || apart.has(text)) return;
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
    findRefusal: destinations.findRefusal,
    maskAll: (value) => (values.size === 0 && heldValues().length === 0 ? value : changeTexts(value, mask)),
    reveal(text, origin) {
      let isSecret = false;
      for (const [one] of text.matchAll(placeholder)) {
        const value = revealOne(one, origin);
        if (value === one) continue;
        isSecret = true;
        remember(value);
        destinations.note(one, value);
      }
      return { text: isSecret ? revealOne(text, origin) : text, isSecret };
    },
  };
}
