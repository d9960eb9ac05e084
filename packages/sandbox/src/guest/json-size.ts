/** Levels of arrays and objects that data out of a sandbox may have: code that walks it calls itself for each. */
export const maximumDepth = 500;

/** Size of a JSON text once it is parsed. */
export interface JsonSize {
  /** True when it is nested deeper than {@link maximumDepth}. */
  readonly tooDeep: boolean;
  /** Bytes of memory that its values take in V8, estimated from above. */
  readonly bytes: number;
}

// Bytes in V8 without pointer compression: header and first slots of each kind of value.
const [objectBytes, arrayBytes, stringBytes, memberBytes, itemBytes] = [64, 56, 24, 24, 8];

/**
 * Measures a JSON text without parsing it and without calling itself: `{},` takes three characters, but 72 bytes once it
 * is parsed.
 */
export function measureJson(text: string): JsonSize {
  let depth = 0;
  let bytes = 0;
  let tooDeep = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      const end = endOfString(text, index);
      bytes += stringBytes + (end - index);
      index = end;
    } else if (code === comma) bytes += itemBytes;
    else if (code === colon) bytes += memberBytes;
    else if (code === dot) bytes += 2 * itemBytes;
    else if (code === openArray || code === openObject) {
      bytes += code === openArray ? arrayBytes : objectBytes;
      depth += 1;
      tooDeep ||= depth > maximumDepth;
    } else if (code === closeArray || code === closeObject) depth -= 1;
  }
  return { tooDeep, bytes };
}

const [quote, backslash, comma, colon, dot] = [0x22, 0x5c, 0x2c, 0x3a, 0x2e];
const [openArray, openObject, closeArray, closeObject] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Index of the quote that closes the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}
