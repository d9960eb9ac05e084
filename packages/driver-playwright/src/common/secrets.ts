import type { OpenOptions } from '@runwright/contract';
import {
  type ChangeText,
  changeTexts,
  createApartMask,
  createMask,
  followGuesses,
  type Guesses,
  isGuessable,
  minimumMaskedLength,
  textsIn,
} from '@runwright/masking';
import { createSecretDestinations, maxCodeLength, type SecretDestinations } from './secret-destinations.ts';
import { createTypingTimes } from './typing-times.ts';

/** Fills in secrets when a text is typed, and masks them in everything that is returned. */
export interface Secrets {
  /** The text with its placeholders filled in for a frame of this origin, and whether there were any. */
  reveal(text: string, origin: string): { readonly text: string; readonly isSecret: boolean };
  readonly findRefusal: SecretDestinations['findRefusal'];
  readonly mayReceiveAll: SecretDestinations['mayReceiveAll'];
  /**
   * Masks a text from now on also where its characters stand apart, see `createApartMask` of `@runwright/masking`, and its
   * prefixes, because a page can report a field as it grows: those of at least 4 digits, or of half the text and 8 characters.
   * Both are masked only in texts of the origins to which the text was revealed. Returns a function to call when it is typed, see
   * {@link Secrets.isTypedApart}.
   */
  typesApart(text: string): () => void;
  /**
   * Returns whether a text was typed one character after the other at a time of `monotonicNow`, or a person typed one. What pages
   * report then can hold any prefix of it, and is left out of recordings: a mask would tell which prefixes are right.
   */
  isTypedApart(at: number): boolean;
  /** Notes the texts of an action that the workflow has given, see `Guesses` of `@runwright/masking`. */
  noteWritten(value: unknown): void;
  /**
   * Masks from now on also the beginning and the end of each value that was revealed, from half of its length and 8 characters on, because
   * keys can delete the rest in its field; only in texts of the origins to which the value was revealed.
   */
  noteEdit(): void;
  /** From now on fields may hold a secret that a person types. */
  noteSecret(): void;
  /** Masks what a person types into a field of this origin, as it grows; a later value of the field takes its place. */
  hold(field: string, value: string, origin: string): void;
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
  /** Creates a mask for texts of some origins by guesses that others have listed, see `Guesses` of `@runwright/masking`. */
  createListedMask(guesses: Guesses, from: TextOrigins): ChangeText;
  /** Returns true when any value was revealed so far, also a short one. */
  hasAny(): boolean;
}

/** Where a text comes from. */
export type TextOrigins = readonly string[] | 'anywhere';

/** The origins that have a value: it was revealed or typed there, or sent to them from there. */
type Origins = ReadonlySet<string>;

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
  const values = new Map<string, Origins>();
  const origins = new Set<string>();
  const masks = new Map<string, ChangeText>();
  const guesses = followGuesses();
  let hasAny = false;
  const remember = (value: string, origin: string): void => {
    hasAny = true;
    const known = values.get(value);
    if (value.length < minimumMaskedLength || known?.has(origin)) return;
    values.set(value, new Set([...(known ?? []), origin]));
    masks.clear();
  };
  const destinations = createSecretDestinations({
    reveal: revealOne,
    ...(destinationRule ? { destinationRule } : {}),
    onArrival: remember,
  });
  /** Texts that were typed one character after the other. */
  const typed = new Map<string, Origins>();
  /** Values of which keys may have deleted a part. */
  const edited = new Set<string>();
  const held = new Map<string, { readonly value: string; readonly origin: string }>();
  const listKnown = (): readonly (readonly [string, Origins])[] => [
    ...values,
    ...[...held.values()]
      .filter(({ value }) => value.length >= minimumMaskedLength)
      .map(({ value, origin }) => [value, new Set([origin])] as const),
  ];
  const typingTimes = createTypingTimes();
  let endHolding: (() => void) | null = null;
  const filterOrigins =
    (from: TextOrigins) =>
    (to: Origins): boolean =>
      from === 'anywhere' || from.some((origin) => to.has(origin));
  const maskFor = (from: TextOrigins): ChangeText => {
    const key = JSON.stringify(from);
    const made = masks.get(key);
    if (made) return made;
    const isOf = filterOrigins(from);
    const known = listKnown();
    const masked = known.filter(([value, to]) => !isGuessable(value) || isOf(to));
    // Beside the mark of a shortened text another page could try one character after the other.
    const whole = createMask({ secrets: masked.map(([value]) => value), maskText, parts: false });
    const own = known.flatMap(([value, to]) => (isOf(to) ? [value] : []));
    const ownTyped = [...typed].flatMap(([text, to]) => (isOf(values.get(text) ?? to) ? [text] : []));
    const ownParts = [
      ...ownTyped.flatMap(listPrefixes),
      ...own.filter((value) => edited.has(value)).flatMap(listEdges),
    ];
    const parts = createMask({ secrets: [...own, ...ownParts], maskText });
    const listed = guesses.createMask(own, maskText);
    const mask: ChangeText = (text) => whole(parts(listed(text)));
    const maskApart = createApartMask(ownTyped.filter(isCode));
    const both: ChangeText = (text) => maskApart(mask(text));
    masks.set(key, both);
    return both;
  };
  const mask: Secrets['mask'] = (text, from = []) => maskFor(from)(text);
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
    hold(field, value, origin) {
      hasAny = true;
      endHolding ??= typingTimes.begin();
      const before = held.get(field)?.value ?? '';
      // A field that was emptied and filled again: the former value was one of its own.
      if (!value.startsWith(before) && !before.startsWith(value)) remember(before, origin);
      held.set(field, { value, origin });
      masks.clear();
    },
    keepHeld() {
      for (const { value, origin } of held.values()) {
        if (value.length < minimumMaskedLength) continue;
        remember(value, origin);
        destinations.note(null, value, origin);
        typed.set(value, new Set([origin]));
      }
      held.clear();
      endHolding?.();
      endHolding = null;
      masks.clear();
    },
    typesApart(text) {
      typed.set(text, new Set(origins));
      masks.clear();
      return typingTimes.begin();
    },
    isTypedApart: typingTimes.has,
    noteWritten(value) {
      for (const text of textsIn(value)) guesses.note(text);
      masks.clear();
    },
    findRefusal: destinations.findRefusal,
    mayReceiveAll: destinations.mayReceiveAll,
    maskAll: (value, from = []) => (listKnown().length === 0 ? value : changeTexts(value, maskFor(from))),
    createListedMask(listed, from) {
      const isOf = filterOrigins(from);
      const own = listKnown().flatMap(([value, to]) => (isOf(to) ? [value] : []));
      return listed.createMask(own, maskText);
    },
    findMask(origin) {
      return [...listKnown(), ...typed].some(([, to]) => to.has(origin)) ? maskFor([origin]) : null;
    },
    reveal(text, origin) {
      let isSecret = false;
      for (const [one] of text.matchAll(placeholder)) {
        const value = revealOne(one, origin);
        if (value === one) continue;
        isSecret = true;
        origins.add(origin);
        remember(value, origin);
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
