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
  /** Masks a text from now on also where its characters stand apart, see `createApartMask` of `@runwright/masking`. */
  typesApart(text: string): void;
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

const placeholder = /\{\{[^{}]*\}\}/g;

/** @param revealOne fills in placeholders; throws when one may not be had */
export function createSecrets(revealOne: (text: string, origin: string) => string): Secrets {
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
  const mask: ChangeText = (text) => {
    current ??= createMask({ secrets: values, maskText });
    return maskApart(current(text));
  };
  return {
    mask,
    hasAny: () => hasAny,
    typesApart(text) {
      if (text.length < minimumMaskedLength || apart.has(text)) return;
      apart.add(text);
      maskApart = createApartMask(apart);
    },
    maskAll: (value) => (values.size === 0 ? value : changeTexts(value, mask)),
    reveal(text, origin) {
      let isSecret = false;
      for (const [one] of text.matchAll(placeholder)) {
        const value = revealOne(one, origin);
        if (value === one) continue;
        isSecret = true;
        remember(value);
      }
      return { text: isSecret ? revealOne(text, origin) : text, isSecret };
    },
  };
}
