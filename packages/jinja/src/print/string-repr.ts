const special = /['"\\\n\r\t]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
const specials = /["'\\\n\r\t]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** A text as Python's `repr` prints it: quoted, with escapes for what cannot be printed. */
export function stringRepr(text: string): string {
  if (!special.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return `${quote}${text.replace(specials, (character) => escaped(character, quote))}${quote}`;
}

/** A printed text with everything outside ASCII escaped, as Python's `ascii` does to a repr. */
export function asciiText(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => escaped(character, ''));
}

/** Bytes as Python's `repr` prints them. */
export function bytesRepr(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(/['"\\]|[^ -~]/g, (character) => escaped(character, quote));
  return `b${quote}${body}${quote}`;
}

function escaped(character: string, quote: string): string {
  switch (character) {
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    case '\\':
      return '\\\\';
    case "'":
    case '"':
      return character === quote ? `\\${character}` : character;
    default: {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x100) return `\\x${hex(code, 2)}`;
      return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
    }
  }
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0');
}
