/** A character that is written as an escape, and where the escape ends. */
export interface Decoded {
  readonly sign: string;
  readonly end: number;
}

/** Reads percent-encoding, an HTML entity or a JSON escape that starts at an index; null when none does. */
export function decodedAt(source: string, at: number): Decoded | null {
  const code = source.charCodeAt(at);
  if (code === 0x25) return encodedEntityAt(source, at) ?? percentAt(source, at);
  if (code === 0x26) return entityAt(source, at);
  return code === 0x5c ? escapeAt(source, at) : null;
}

/** Reads a slash that is escaped, as JSON in HTML has it. */
export function slashAt(source: string, at: number): Decoded | null {
  escapedSlash.lastIndex = at;
  const found = escapedSlash.exec(source);
  return found ? { sign: '/', end: at + found[0].length } : null;
}

const escapedSlash = /\\{1,4}\//y;

// Once more encoded, as an address inside of an address is, each begins with `%25`.
const percent = /%(?:25)?([0-9a-fA-F]{2})/y;

/** Reads a character of UTF-8, else one of Latin-1, in which older pages send their forms. */
function percentAt(source: string, at: number): Decoded | null {
  const first = byteAt(source, at);
  if (first === null) return null;
  if (first.value < 0x80) return { sign: String.fromCharCode(first.value), end: first.end };
  const count = first.value >= 0xf0 ? 4 : first.value >= 0xe0 ? 3 : 2;
  const bytes = [first.value];
  let { end } = first;
  while (bytes.length < count) {
    const next = byteAt(source, end);
    if (next === null) break;
    bytes.push(next.value);
    end = next.end;
  }
  try {
    return { sign: utf8.decode(Uint8Array.from(bytes)), end };
  } catch {
    return first.value < 0xa0 ? null : { sign: String.fromCharCode(first.value), end: first.end };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function byteAt(source: string, at: number): { readonly value: number; readonly end: number } | null {
  percent.lastIndex = at;
  const found = percent.exec(source);
  return found?.[1] ? { value: Number.parseInt(found[1], 16), end: at + found[0].length } : null;
}

// Once more escaped, each begins with `&amp;`.
const entity = /&(?:amp;)?(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,6}\d{0,2}));/y;
/** The names of HTML 4 for U+00A0 to U+00FF, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const named: ReadonlyMap<string, string> = new Map([
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', sol: '/', bsol: '\\' }),
  ...Object.entries({ ldquo: '"', rdquo: '"', lsquo: "'", rsquo: "'", laquo: '"', raquo: '"' }),
  ...Object.entries({ excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')', plus: '+' }),
  ...Object.entries({ comma: ',', period: '.', colon: ':', semi: ';', equals: '=', quest: '?', euro: '€' }),
  ...Object.entries({ commat: '@', lsqb: '[', rsqb: ']', lowbar: '_', lcub: '{', verbar: '|', rcub: '}' }),
]);

function entityAt(source: string, at: number): Decoded | null {
  entity.lastIndex = at;
  const found = entity.exec(source);
  if (!found) return null;
  const [all, decimal, hex, name] = found;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  const isCode = code >= 0 && code <= 0x10ffff;
  const sign = isCode ? String.fromCodePoint(code) : (named.get(name ?? '') ?? null);
  return sign ? { sign, end: at + all.length } : null;
}

// A form sends a letter that its charset lacks as an entity, and encodes that.
const encodedEntity = /%(?:25)?26%(?:25)?23(\d{1,7})%(?:25)?3[bB]/y;

function encodedEntityAt(source: string, at: number): Decoded | null {
  encodedEntity.lastIndex = at;
  const found = encodedEntity.exec(source);
  const code = Number(found?.[1]);
  return found && code <= 0x10ffff ? { sign: String.fromCodePoint(code), end: at + found[0].length } : null;
}

// JSON inside of JSON inside of JSON has four of them.
const unitEscape = /\\{1,4}u([0-9a-fA-F]{4})/y;
/** As JavaScript and Python write a byte. */
const byteEscape = /\\{1,4}x([0-9a-fA-F]{2})/y;
const blankEscape = /\\{1,4}[nrt]/y;

function escapeAt(source: string, at: number): Decoded | null {
  unitEscape.lastIndex = at;
  const unit = unitEscape.exec(source);
  if (unit?.[1]) return { sign: String.fromCharCode(Number.parseInt(unit[1], 16)), end: at + unit[0].length };
  byteEscape.lastIndex = at;
  const byte = byteEscape.exec(source);
  if (byte?.[1]) return { sign: String.fromCharCode(Number.parseInt(byte[1], 16)), end: at + byte[0].length };
  blankEscape.lastIndex = at;
  const blank = blankEscape.exec(source);
  return blank ? { sign: ' ', end: at + blank[0].length } : null;
}
