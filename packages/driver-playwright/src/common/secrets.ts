import type { OpenOptions } from '@runwright/contract';
import {
  type ChangeText,
  changeTexts,
  createApartMask,
  createMask,
  isGuessable,
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
   * Both are masked only in texts of the origins to which the text was revealed.
   */
  typesApart(text: string): void;
  /**
   * Masks from now on also the beginning and the end of each value that was revealed, from half of its length and 8 characters on, because
   * keys can delete the rest in its field; only in texts of the origins to which the value was revealed.
   */
  noteEdit(): void;
  /** From now on fields may hold a secret that a person types. */
  noteSecret(): void;
  /** Masks what a person types into a field, as it grows; a later value of the field takes its place. */
  hold(field: string, value: string): void;
  /** Masks the values that are held for good, also where their characters stand apart. */
  keepHeld(): void;
  /**
   * Masks every value that was revealed so far, see `createMask` of `@runwright/masking`. Values of fewer than 4 characters
   * stay, because they are the names of options and days. Those that can be guessed (`isGuessable` there), codes whose
   * characters stand apart, and parts of a value are masked only in a text of an origin to which they were revealed: another
   * page could write all of them to see which one it is.
   *
   * @param from the origins that the text can be of; `anywhere` masks every value. Default: none.
   */
  mask(text: string, from?: TextOrigins): string;
  /** The same for every text inside a JSON value. */
  maskAll<Value>(value: Value, from?: TextOrigins): Value;
  /** Returns the mask for texts of an origin; null while it is that of all other texts. */
  findMask(origin: string): ChangeText | null;
  /** Returns true when any value was revealed so far, also a short one. */
  hasAny(): boolean;
}

/** Where a text comes from. */
export type TextOrigins = readonly string[] | 'anywhere';

/** Where a value was revealed, or sent to from there; null: it is not known, as what a person types. */
type RevealedTo = Set<string> | null;

/** Returns the origin of an address; `null` for one without, as a document would say. */
export function parseOrigin(url: string): string {
  return URL.parse(url)?.origin ?? 'null';
}

/** Stands for a secret in everything that a session returns. */
export const maskText = '[secret]';

/** Characters of a text that are kept beyond what is shown until it is masked: a secret whose end was cut would not be found. */
export const maxBeyondShown = 12_000;

/** Maximum length of a prefix that is masked. */
const maxPrefixLength = 128;

const placeholder = /\{\{[^{}]*\}\}/g;

/** Creates the secrets of a session by its `reveal`, which fills in placeholders, and the rule for their destinations. */
export function createSecrets(
  revealOne: OpenOptions['reveal'],
  destinationRule?: OpenOptions['destinationRule'],
): Secrets {
  const values = new Map<string, RevealedTo>();
  const origins = new Set<string>();
  const masks = new Map<string, ChangeText>();
  let hasAny = false;
  const remember = (value: string, to: RevealedTo): void => {
    hasAny = true;
    if (value.length < minimumMaskedLength) return;
    const known = values.get(value);
    if (known === null || (known && to && [...to].every((origin) => known.has(origin)))) return;
    values.set(value, to === null || known === null ? null : new Set([...(known ?? []), ...to]));
    masks.clear();
  };
  const destinations = createSecretDestinations({
    reveal: revealOne,
    ...(destinationRule ? { destinationRule } : {}),
    onArrival: (value, origin) => remember(value, new Set([origin])),
  });
  /** Texts that were typed one character after the other. */
  const typed = new Map<string, RevealedTo>();
  /** Values of which keys may have deleted a part. */
  const edited = new Set<string>();
  const held = new Map<string, string>();
  const heldValues = (): readonly string[] =>
    [...held.values()].filter((value) => value.length >= minimumMaskedLength);
  const maskFor = (from: TextOrigins): ChangeText => {
    const key = JSON.stringify(from);
    const made = masks.get(key);
    if (made) return made;
    const isOf = (to: RevealedTo): boolean =>
      from === 'anywhere' || to === null || from.some((origin) => to.has(origin));
    const masked = [...values].filter(([value, to]) => !isGuessable(value) || isOf(to));
    // Beside the mark of a shortened text another page could try one character after the other.
    const whole = createMask({ secrets: masked.map(([value]) => value), maskText, parts: false });
    const own = [...values].flatMap(([value, to]) => (isOf(to) ? [value] : []));
    const ownTyped = [...typed].flatMap(([text, to]) => {
      const known = values.get(text);
      return isOf(known === undefined ? to : known) ? [text] : [];
    });
    const ownParts = [
      ...ownTyped.flatMap(listPrefixes),
      ...own.filter((value) => edited.has(value)).flatMap(listEdges),
    ];
    const parts = createMask({ secrets: [...own, ...ownParts, ...heldValues()], maskText });
    const mask: ChangeText = (text) => whole(parts(text));
    const maskApart = createApartMask(ownTyped.filter(isCode));
    const both: ChangeText = (text) => maskApart(mask(text));
    masks.set(key, both);
    return both;
  };
  const mask: Secrets['mask'] = (text, from = []) => maskFor(from)(text);
  const typesApart = (text: string): void => {
    typed.set(text, new Set(origins));
    masks.clear();
  };
  return {
    mask,
    noteEdit() {
      for (const value of values.keys()) if (!isGuessable(value)) edited.add(value);
      masks.clear();
    },
    hasAny: () => hasAny,
    noteSecret() {
      hasAny = true;
    },
    hold(field, value) {
      hasAny = true;
      const before = held.get(field) ?? '';
      // A field that was emptied and filled again: the former value was one of its own.
      if (!value.startsWith(before) && !before.startsWith(value)) remember(before, null);
      held.set(field, value);
      masks.clear();
    },
    keepHeld() {
      for (const value of heldValues()) {
        remember(value, null);
        typesApart(value);
      }
      held.clear();
      masks.clear();
    },
    typesApart,
    findRefusal: destinations.findRefusal,
    maskAll: (value, from = []) =>
      values.size === 0 && heldValues().length === 0 ? value : changeTexts(value, maskFor(from)),
    findMask(origin) {
      const isOwn = ([, to]: [string, RevealedTo]): boolean => to === null || to.has(origin);
      return [...values, ...typed].some(isOwn) ? maskFor([origin]) : null;
    },
    reveal(text, origin) {
      let isSecret = false;
      for (const [one] of text.matchAll(placeholder)) {
        const value = revealOne(one, origin);
        if (value === one) continue;
        isSecret = true;
        origins.add(origin);
        remember(value, new Set([origin]));
        destinations.note(one, value, origin);
      }
      return { text: isSecret ? revealOne(text, origin) : text, isSecret };
    },
  };
}

function isCode(text: string): boolean {
  return text.length >= minimumMaskedLength && text.length <= maxCodeLength;
}

/** Lists the beginnings of a text that are masked while it is typed. */
function listPrefixes(text: string): readonly string[] {
  // Shorter prefixes are ordinary words, such as those of `Password123`.
  const shortest = /^\d+$/.test(text) ? minimumMaskedLength : minPartLength(text);
  return listLengths(shortest, text).map((length) => text.slice(0, length));
}

/** Lists what may be left of a text when keys have deleted its end or its beginning. */
function listEdges(text: string): readonly string[] {
  return listLengths(minPartLength(text), text).flatMap((length) => [
    text.slice(0, length),
    text.slice(-length),
  ]);
}

function minPartLength(text: string): number {
  return Math.max(8, Math.ceil(text.length / 2));
}

function listLengths(shortest: number, text: string): readonly number[] {
  const count = Math.min(text.length, maxPrefixLength) - shortest;
  return Array.from({ length: Math.max(0, count) }, (_, at) => shortest + at);
}
