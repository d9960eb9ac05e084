// V8 inlines `text.slice(from, to)` only until a program makes an object that inherits from `String.prototype`, as
// well-known libraries do; then a lexer that calls it takes longer. Bound, it stays fast.
const { call } = Function.prototype;

/** `text.slice(from, to)`. */
export const slice: (text: string, from: number, to?: number) => string = call.bind(String.prototype.slice);

/** The characters of a text as numbers: the codes of ASCII, and `other` for each unit of anything else. */
export type Codes = Uint8Array<ArrayBuffer>;

/** Stands for a character that is not ASCII; it is also the code of DEL, which is as little part of any word. */
export const other = 127;

const encoder = new TextEncoder();
const largestKept = 65_536;
let kept: Codes = new Uint8Array(4_096);

/**
 * The codes of a text, with a 0 after the last one. Looking at a number in an array takes a tenth of looking at a character
 * of a string, and most of lexing is this. They hold until codes of another text are asked for.
 */
export function codesOf(text: string): Codes {
  const { length } = text;
  let codes = room(length + 1);
  if (encoder.encodeInto(text, codes).written !== length) {
    codes = room(3 * length + 1);
    unify(codes, encoder.encodeInto(text, codes).written);
  }
  codes[length] = 0;
  return codes;
}

function room(size: number): Codes {
  if (size <= kept.length) return kept;
  const larger = new Uint8Array(2 * size);
  if (larger.length <= largestKept) kept = larger;
  return larger;
}

/** Makes UTF-8 one code per unit of UTF-16. */
function unify(codes: Codes, length: number): void {
  let end = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = codes[at] ?? 0;
    const isAscii = byte < 128;
    codes[end] = isAscii ? byte : other;
    end += 1;
    if (isAscii) continue;
    at += byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    // What takes four bytes is two units.
    if (byte >= 0xf0) {
      codes[end] = other;
      end += 1;
    }
  }
}
