/** A character that is written as an escape, and where the escape ends. */
export interface Decoded {
  readonly sign: string;
  readonly end: number;
}

/** Reads percent-encoding, an HTML entity or a JSON escape that starts at an index; null when none does. */
export function decodedAt(source: string, at: number): Decoded | null {
  const code = source.charCodeAt(at);
  if (code === 0x25) return percentAt(source, at);
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
