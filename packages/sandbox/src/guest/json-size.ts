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
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === quote) isInString = false;
      const length = code === backslash ? 2 : 1;
      bytes += length;
      index += length - 1;
    } else if (code === quote) {
      bytes += stringBytes;
      isInString = true;
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
