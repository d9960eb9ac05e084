/** Levels of arrays and objects that data out of a sandbox may have: code that walks it calls itself for each. */
export const maximumDepth = 500;

/** Whether a JSON text is nested deeper than {@link maximumDepth}, found without calling itself. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === openArray || code === openObject) {
      depth += 1;
      if (depth > maximumDepth) return true;
    } else if (code === closeArray || code === closeObject) depth -= 1;
  }
  return false;
}

const [quote, backslash, openArray, closeArray, openObject, closeObject] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

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
