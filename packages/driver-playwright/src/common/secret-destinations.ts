import { type DestinationRule, type OpenOptions, ruleFromCheck } from '@runwright/contract';
import { createApartMask, createMask, minimumMaskedLength } from '@runwright/masking';

/** Characters of a code at most: its boxes hold one character each. */
export const maxCodeLength = 12;

/** Knows where the values that a session has revealed may be sent. */
export interface SecretDestinations {
  /** Notes the value that was revealed for a placeholder. */
  note(placeholder: string, value: string): void;
  /** Returns why a value that stands in a text may not be sent to an origin; null when all of them may. */
  findRefusal(text: string, origin: string): string | null;
}

interface KnownValue {
  /** By placeholder; equal values of two secrets may go where either of them may. */
  readonly rules: Map<string, DestinationRule>;
  isIn(text: string): boolean;
}

/** Creates the destinations of a session. Without a `destinationRule` a value may go wherever its placeholder is revealed. */
export function createSecretDestinations({
  reveal,
  destinationRule = (placeholder) => ruleFromCheck((origin) => reveal(placeholder, origin)),
}: Pick<OpenOptions, 'reveal' | 'destinationRule'>): SecretDestinations {
  const known = new Map<string, KnownValue>();
  return {
    note(placeholder, value) {
      const entry = known.get(value) ?? { rules: new Map(), isIn: createSearch(value) };
      known.set(value, entry);
      if (!entry.rules.has(placeholder)) entry.rules.set(placeholder, destinationRule(placeholder));
    },
    findRefusal(text, origin) {
      for (const { rules, isIn } of known.values()) {
        const refusals = [...rules.values()].map((refusalFor) => refusalFor(origin));
        const [refusal = null] = refusals;
        if (refusal !== null && !refusals.includes(null) && isIn(text)) return refusal;
      }
      return null;
    },
  };
}

/** Finds a value in the forms that are masked, a code also with one character in each field. */
function createSearch(value: string): (text: string) => boolean {
  const isCode = value.length >= minimumMaskedLength && value.length <= maxCodeLength;
  const masks = [
    createMask({ secrets: [value], maskText: '' }),
    ...(isCode ? [createApartMask([value])] : []),
  ];
  return (text) => masks.some((mask) => mask(text) !== text);
}
