/** Charsets of the Encoding Standard with one byte for each character. */
const singleByte =
  'ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic'.split(
    ' ',
  );

/** Those with several, and their sequences in the order in which browsers prefer them. */
const multiByte: Readonly<Record<string, () => readonly string[]>> = {
  gbk: () => pairs(0x81, 0xfe),
  gb18030: () => pairs(0x81, 0xfe),
  big5: () => pairs(0xa1, 0xf9),
  'euc-kr': () => pairs(0x81, 0xfe),
  'euc-jp': () => pairs(0x8e, 0xfe),
  shift_jis: () => pairs(0x81, 0xfc).filter((pair) => !/^[\xed\xee]/.test(pair)),
};

type Table = ReadonlyMap<string, string>;
let tables: ReadonlyMap<string, Table> | null = null;

/**
 * Returns a text in the bytes of each charset in which browsers send forms, with one character for each byte. Characters that
 * a charset lacks are decimal entities, as in forms. UTF-8 is not among them.
 */
export function encodeInCharsets(text: string): readonly string[] {
  tables ??= createTables();
  const signs = Array.from(text);
  const encoded = [...tables].map(([name, table]) =>
    signs.map((sign) => encodeSign(sign, table, name === 'gb18030')).join(''),
  );
  return [...new Set([...encoded, encodeAsJis(signs, tables.get('euc-jp') ?? new Map())])];
}

function encodeSign(sign: string, table: Table, isComplete = false): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x80) return sign;
  return table.get(sign) ?? (isComplete ? encodeInFour(code) : `&#${code};`);
}

const [toKanji, toAscii] = ['\x1b$B', '\x1b(B'];

/** Encodes as `iso-2022-jp`, without what switches to the first and from the last character. */
function encodeAsJis(signs: readonly string[], table: Table): string {
  const encoded = signs.map((sign) => {
    const bytes = encodeSign(sign, table);
    if (bytes.length !== 2 || bytes < '\xa1') return bytes;
    return `${toKanji}${String.fromCharCode(bytes.charCodeAt(0) & 0x7f, bytes.charCodeAt(1) & 0x7f)}${toAscii}`;
  });
  const text = encoded.join('').replaceAll(`${toAscii}${toKanji}`, '');
  return text.slice(
    text.startsWith(toKanji) ? toKanji.length : 0,
    text.endsWith(toAscii) ? -toAscii.length : text.length,
  );
}

/** Encodes a character that `gb18030` writes in four bytes: their order is that of the characters. */
function encodeInFour(code: number): string {
  const decoder = new TextDecoder('gb18030');
  let [low, high] = [0, 39_419];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((decoder.decode(fourBytes(middle)).codePointAt(0) ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return String.fromCharCode(...fourBytes(code < 0x10000 ? low : code - 0x10000 + 189_000));
}

function fourBytes(index: number): Uint8Array {
  const [a, b, c] = [
    Math.floor(index / 12_600),
    Math.floor(index / 1_260) % 10,
    Math.floor(index / 10) % 126,
  ];
  return Uint8Array.of(0x81 + a, 0x30 + b, 0x81 + c, 0x30 + (index % 10));
}

function createTables(): ReadonlyMap<string, Table> {
  const single = range(0x80, 0xff);
  const names = [...singleByte.map((name) => [name, () => []] as const), ...Object.entries(multiByte)];
  return new Map(
    names.flatMap(([name, more]) => {
      const table = readTable(name, [...single, ...more()]);
      return table ? [[name, table]] : [];
    }),
  );
}

/** Decodes all sequences at once, a line for each; null for a charset that the runtime does not know. */
function readTable(name: string, sequences: readonly string[]): Table | null {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name);
  } catch {
    return null;
  }
  const lines = decoder.decode(Buffer.from(sequences.join('\n'), 'latin1')).split('\n');
  const table = new Map<string, string>();
  for (const [at, sign = ''] of lines.entries()) {
    const isOne = sign.length === 1 || (sign.length === 2 && sign > '\ud7ff' && sign < '\ue000');
    if (isOne && sign > '\x7f' && sign !== '\ufffd' && !table.has(sign)) table.set(sign, sequences[at] ?? '');
  }
  return table;
}

function pairs(from: number, to: number): readonly string[] {
  const seconds = range(0x40, 0xfe);
  return range(from, to).flatMap((first) => seconds.map((second) => first + second));
}

/** Lists bytes as characters. */
function range(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
}
