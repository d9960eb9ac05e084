import type { Runtime } from '../runtime.ts';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  deg: '°',
  times: '×',
  middot: '·',
  bull: '•',
  trade: '™',
};

/** Text without comments and tags, its runs of whitespace made one space each. Linear in the length of the text. */
export function stripTags(text: string, rt: Runtime): string {
  rt.meter.scan(text.length);
  const withoutComments = removeBetween(text, '<!--', '-->');
  return removeBetween(withoutComments, '<', '>')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}

/** Text with character references resolved; names beyond the common ones stay as they are. */
export function unescapeHtml(text: string, rt: Runtime): string {
  rt.meter.scan(text.length);
  return text.replace(
    /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,7})|([a-zA-Z]{2,8}));?/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}

function removeBetween(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let from = 0;
  while (true) {
    const start = text.indexOf(open, from);
    const end = start === -1 ? -1 : text.indexOf(close, start + open.length);
    if (end === -1) break;
    kept.push(text.slice(from, start));
    from = end + close.length;
  }
  kept.push(text.slice(from));
  return kept.join('');
}
