import { type DestinationRule, type OpenOptions, ruleFromCheck } from '@runwright/contract';
import { createApartSearch, createMask, isGuessable, minimumMaskedLength } from '@runwright/masking';
import { encodeInCharsets } from './encode-in-charsets.ts';
import { readSentBytes, type SentBytes } from './sent-bytes.ts';

/** Characters of a code at most: its boxes hold one character each. */
export const maxCodeLength = 12;

/** Knows where the values that a session has revealed may be sent. */
export interface SecretDestinations {
  /**
   * Notes the value that was revealed for a placeholder to an origin; null for one that a person has typed there, who may send it
   * anywhere.
   */
  note(placeholder: string | null, value: string, origin: string): void;
  /**
   * Returns why a value that stands in the bytes of a request may not be sent to an origin; null when all of them may. Values that
   * can be guessed (`isGuessable` of `@runwright/masking`) are refused only to an origin that has them: another page could send all
   * of them to see which one is refused.
   *
   * @param findSender returns the origin that sends the request; null when it is unknown
   */
  findRefusal(
    sent: readonly Buffer[],
    origin: string,
    findSender: () => Promise<string | null>,
  ): Promise<string | null>;
  /** Returns true when every value that was revealed may be sent to an origin. */
  mayReceiveAll(origin: string): boolean;
}

/** Options of the destinations of a session. */
export interface SecretDestinationsOptions extends Pick<OpenOptions, 'reveal' | 'destinationRule'> {
  /** Called when an origin that has a value sends it to another one, which may have it. Default: no callback. */
  readonly onArrival?: (value: string, origin: string) => void;
}

interface KnownValue {
  /** By placeholder; equal values of two secrets may go where either of them may, and one without rules anywhere. */
  readonly rules: Map<string, DestinationRule>;
  /** Origins that it was revealed to, or sent to by one of them. */
  readonly knownTo: Set<string>;
  isIn(sent: SentBytes): boolean;
}

/** A value that is looked for in a request, and why it may not be sent; null when it may. */
interface Candidate extends KnownValue {
  readonly value: string;
  readonly refusal: string | null;
}

/** So many bytes are searched at a time, so that a large body does not keep the process from its other work. */
const slice = 256 * 1024;
/** Slices overlap by more than a code in a field for each character, and by the longest form of every value. */
const minOverlap = 8 * 1024;
/** Bytes of the longest form of one character. */
const maxFormLength = 24;

/** Creates the destinations of a session. Without a `destinationRule` a value may go wherever its placeholder is revealed. */
export function createSecretDestinations({
  reveal,
  destinationRule = (placeholder) => ruleFromCheck((origin) => reveal(placeholder, origin)),
  onArrival,
}: SecretDestinationsOptions): SecretDestinations {
  const known = new Map<string, KnownValue>();
  /** Lists the values that may not be sent to an origin, or that it does not have yet. */
  const listCandidates = (origin: string): readonly Candidate[] =>
    [...known].flatMap(([value, one]) => {
      const refusals = [...one.rules.values()].map((refusalFor) => refusalFor(origin));
      const refusal = refusals.includes(null) ? null : (refusals[0] ?? null);
      return refusal === null && one.knownTo.has(origin) ? [] : [{ ...one, value, refusal }];
    });
  return {
    note(placeholder, value, origin) {
      const entry = known.get(value) ?? {
        ...{ rules: new Map(), knownTo: new Set(), isIn: createSearch(value) },
      };
      known.set(value, entry);
      entry.knownTo.add(origin);
      if (placeholder !== null && !entry.rules.has(placeholder))
        entry.rules.set(placeholder, destinationRule(placeholder));
    },
    async findRefusal(sent, origin, findSender) {
      const candidates = listCandidates(origin);
      const found = new Set<Candidate>();
      for (const bytes of sent) await findIn(bytes, candidates, found);
      if (found.size === 0) return null;
      const sender = await findSender();
      const isOwn = ({ knownTo }: Candidate): boolean => sender !== null && knownTo.has(sender);
      for (const one of found)
        if (one.refusal !== null && (!isGuessable(one.value) || isOwn(one))) return one.refusal;
      for (const one of found) {
        if (one.refusal !== null || !isOwn(one)) continue;
        one.knownTo.add(origin);
        onArrival?.(one.value, origin);
      }
      return null;
    },
    mayReceiveAll: (origin) => listCandidates(origin).every(({ refusal }) => refusal === null),
  };
}

/** Adds the values that stand in bytes to those that were found. */
async function findIn(sent: Buffer, candidates: readonly Candidate[], found: Set<Candidate>): Promise<void> {
  if (candidates.length === 0) return;
  const overlap = Math.max(minOverlap, ...candidates.map(({ value }) => value.length * maxFormLength));
  const step = Math.max(slice, overlap);
  for (let at = 0; at < sent.length; at += step) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    const part = readSentBytes(sent.subarray(Math.max(0, at - overlap), at + step));
    for (const one of candidates) if (!found.has(one) && one.isIn(part)) found.add(one);
  }
}

/**
 * Finds a value in the forms that are masked, in the bytes of every charset in which browsers send forms, and a code also with
 * one character in each field.
 */
function createSearch(value: string): KnownValue['isIn'] {
  const isCode = value.length >= minimumMaskedLength && value.length <= maxCodeLength;
  const isApartIn = createApartSearch(isCode ? [value] : []);
  // Beside the mark of a shortened text another page could try one character after the other.
  const mask = createMask({ secrets: [value], maskText: '', parts: false });
  let encoded: readonly string[] | null = null;
  return ({ texts, bytes }) => {
    if (texts.some((text) => mask(text) !== text || isApartIn(text))) return true;
    encoded ??= value.length >= minimumMaskedLength ? encodeForms(value) : [];
    return encoded.some((form) => bytes.some((each) => each.includes(form)));
  };
}

/** Returns the bytes of a value that are others than those of UTF-8. */
function encodeForms(value: string): readonly string[] {
  if (/^[\0-\x7f]*$/.test(value)) return [];
  // A form ends its lines like this.
  const withLines = value.replaceAll(/\r\n|\r|\n/g, '\r\n');
  return [...new Set([value, withLines])].flatMap(encodeInCharsets);
}
