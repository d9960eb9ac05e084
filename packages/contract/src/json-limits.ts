import { endOfString } from './end-of-string.ts';

/** Limits of JSON that comes from outside, beside its bytes. */
export interface JsonLimits {
  /** Levels of lists and objects. */
  readonly depth: number;
  /** Members and items in all lists and objects. */
  readonly values: number;
  /** Different property names: an object with very many is slow to read, check and copy. */
  readonly names: number;
}

/** Limits of the body of a request to the service. */
export const bodyLimits: JsonLimits = { depth: 100, values: 200_000, names: 20_000 };

/** Limits of what a run reads as JSON: a response, or the text of a parameter. */
export const jsonLimits: JsonLimits = { depth: 500, values: 400_000, names: 20_000 };

/** Limits of one output, which may hold the body of a response twice. */
export const outputLimits: JsonLimits = { depth: 501, values: 1_000_000, names: 20_000 };

const [quote, comma, openObject, closeObject, openList, closeList] = [...'",{}[]'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * Returns which limit a JSON text exceeds, as a clause after its subject: "has more than 200,000 values"; null when it exceeds
 * none. Scans the text without parsing it, so that a refused text costs one pass. Text that is no JSON is for the parser to refuse.
 */
export function findJsonExcess(text: string, limits: JsonLimits): string | null {
  const names = new Set<string>();
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      const end = endOfString(text, at);
      if (isName(text, end)) names.add(text.slice(at + 1, end - 1));
      if (names.size > limits.names) return tooMany(limits.names, 'different property names');
      at = end - 1;
    } else if (sign === openObject || sign === openList) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) return `is nested deeper than ${limits.depth} levels`;
    } else if (sign === closeObject || sign === closeList) depth -= 1;
    else if (sign === comma) values += 1;
    if (values > limits.values) return tooMany(limits.values, 'values');
  }
  return null;
}

function tooMany(most: number, what: string): string {
  return `has more than ${most.toLocaleString('en')} ${what}`;
}

/** Returns whether the string that ends there is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === 0x3a;
}
