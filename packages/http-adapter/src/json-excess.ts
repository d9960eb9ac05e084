/** Limits of the JSON in one body, beside its bytes. */
export const bodyLimits = {
  /** Levels of lists and objects. */
  depth: 100,
  /** Members and items in all lists and objects. */
  values: 200_000,
  /** Different property names: an object with very many is slow to read, check and copy. */
  names: 20_000,
} as const;

const [quote, comma, openObject, closeObject, openList, closeList] = [...'",{}[]'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * Returns which limit a JSON text exceeds, as a clause; null when it exceeds none. Scans the text without parsing it, so that
 * a refused body costs one pass. Text that is no JSON is for the parser to refuse.
 */
export function findJsonExcess(text: string): string | null {
  const names = new Set<string>();
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      const end = endOfString(text, at);
      if (isName(text, end)) names.add(text.slice(at + 1, end - 1));
      if (names.size > bodyLimits.names) return tooMany(bodyLimits.names, 'different property names');
      at = end - 1;
    } else if (sign === openObject || sign === openList) {
      depth += 1;
      values += 1;
      if (depth > bodyLimits.depth) return `JSON is nested deeper than ${bodyLimits.depth} levels`;
    } else if (sign === closeObject || sign === closeList) depth -= 1;
    else if (sign === comma) values += 1;
    if (values > bodyLimits.values) return tooMany(bodyLimits.values, 'values');
  }
  return null;
}

function tooMany(most: number, what: string): string {
  return `the body has more than ${most.toLocaleString('en')} ${what}; split the request, or upload a file`;
}

/** The place after the quotation mark that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
}

/** Returns whether the string that ends there is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === 0x3a;
}
