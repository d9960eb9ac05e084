/** A text in its simplest form, and where each of its characters came from in the text that it was made of. */
export interface CanonicalText {
  readonly text: string;
  /** Index at which the source of a character starts. */
  start(index: number): number;
  /** Index at which the source of a character ends. */
  end(index: number): number;
}

/**
 * The part of a text from `from` to `to` in which percent-encoding, HTML entities and JSON escapes are decoded (unless `plain`),
 * letters are composed, and characters that views and file names exchange are one `_`: blanks, quotes, slashes, reserved
 * characters of file names, and runs of them.
 */
export function canonicalText(
  source: string,
  { from = 0, to = source.length, plain = false } = {},
): CanonicalText {
  const out = writer();
  for (let at = from; at < to; ) {
    if (isLetterOrDigit(source.charCodeAt(at))) {
      out.put(source.charAt(at), at, at + 1);
      at += 1;
      continue;
    }
    const decoded = plain ? null : decodedAt(source, at);
    const sign = decoded?.sign ?? String.fromCodePoint(source.codePointAt(at) ?? 0);
    const end = decoded?.end ?? at + sign.length;
    if (exchanged.test(sign)) out.put('_', at, end);
    else if (isMark(sign)) out.compose(sign, at, end);
    else if (!ignored.test(sign)) out.put(sign, at, end);
    at = end;
  }
  return out;
}

/** The same for base64: both alphabets are one, and line breaks are left out. */
export function canonicalBase64(source: string, { from = 0, to = source.length } = {}): CanonicalText {
  const out = writer();
  for (let at = from; at < to; ) {
    lineBreak.lastIndex = at;
    const skipped = lineBreak.exec(source);
    const decoded = skipped ? null : (slashAt(source, at) ?? decodedAt(source, at));
    const sign = decoded?.sign ?? source.charAt(at);
    const end = skipped ? at + skipped[0].length : (decoded?.end ?? at + 1);
    if (!skipped) out.put(sign === '-' ? '+' : sign === '_' ? '/' : sign, at, end);
    at = end;
  }
  return out;
}

const exchanged = /[\s_+"'`“”„‟‘’‚‛«»‹›/\\<>:|?*]/u;
const ignored = /[\p{Cc}\p{Cf}]/u;
const lineBreak = /(?:[\r\n]|\\{1,4}[rn])/y;

/** Most characters are one of these, and none of them begins anything that is decoded. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

function isMark(sign: string): boolean {
  return sign > '\x7f' && /\p{M}/u.test(sign);
}

function writer() {
  const starts: number[] = [];
  const ends: number[] = [];
  // Characters, not one growing text: its end is looked at for each of them.
  const signs: string[] = [];
  let text: string | null = null;
  return {
    get text() {
      text ??= signs.join('');
      return text;
    },
    start: (index: number) => starts[index] ?? 0,
    end: (index: number) => ends[index] ?? 0,
    put(sign: string, start: number, end: number) {
      if (sign === '_' && signs.at(-1) === '_') {
        ends[ends.length - 1] = end;
        return;
      }
      for (let unit = 0; unit < sign.length; unit += 1) {
        signs.push(sign.charAt(unit));
        starts.push(start);
        ends.push(end);
      }
    },
    /** A mark belongs to the letter before it. */
    compose(mark: string, start: number, end: number) {
      const composed = `${signs.at(-1) ?? ''}${mark}`.normalize('NFC');
      if (composed.length !== 1) {
        this.put(mark, start, end);
        return;
      }
      signs[signs.length - 1] = composed;
      ends[ends.length - 1] = end;
    },
  };
}

interface Decoded {
  readonly sign: string;
  readonly end: number;
}

function decodedAt(source: string, at: number): Decoded | null {
  const code = source.charCodeAt(at);
  if (code === 0x25) return percentAt(source, at);
  if (code === 0x26) return entityAt(source, at);
  return code === 0x5c ? escapeAt(source, at) : null;
}

function percentAt(source: string, at: number): Decoded | null {
  const first = byteAt(source, at);
  if (first === null) return null;
  const count = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  const end = at + count * 3;
  try {
    return count === 0 ? null : { sign: decodeURIComponent(source.slice(at, end)), end };
  } catch {
    return null;
  }
}

function byteAt(source: string, at: number): number | null {
  const digits = source.slice(at + 1, at + 3);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : null;
}

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,6}));/y;
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', sol: '/', bsol: '\\' },
  ...{ ldquo: '"', rdquo: '"', lsquo: "'", rsquo: "'", laquo: '"', raquo: '"' },
};

function entityAt(source: string, at: number): Decoded | null {
  entity.lastIndex = at;
  const found = entity.exec(source);
  if (!found) return null;
  const [all, decimal, hex, name] = found;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  const isCode = code >= 0 && code <= 0x10ffff;
  const sign = isCode ? String.fromCodePoint(code) : name && Object.hasOwn(named, name) ? named[name] : null;
  return sign ? { sign, end: at + all.length } : null;
}

// JSON inside of JSON inside of JSON has four of them.
const unitEscape = /\\{1,4}u([0-9a-fA-F]{4})/y;
const blankEscape = /\\{1,4}[nrt]/y;

function escapeAt(source: string, at: number): Decoded | null {
  unitEscape.lastIndex = at;
  const unit = unitEscape.exec(source);
  if (unit?.[1]) return { sign: String.fromCharCode(Number.parseInt(unit[1], 16)), end: at + unit[0].length };
  blankEscape.lastIndex = at;
  const blank = blankEscape.exec(source);
  return blank ? { sign: ' ', end: at + blank[0].length } : null;
}

const escapedSlash = /\\{1,4}\//y;

function slashAt(source: string, at: number): Decoded | null {
  escapedSlash.lastIndex = at;
  const found = escapedSlash.exec(source);
  return found ? { sign: '/', end: at + found[0].length } : null;
}
