import iconv from 'iconv-lite';

/** Charsets of the Encoding Standard in which browsers send forms, by the names of the library; `euc-jp` and UTF-8 are not among them. */
const charsets = [
  ...['cp866', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7'],
  ...['iso-8859-8', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16', 'koi8-r'],
  ...['koi8-ru', 'macroman', 'macukraine', 'windows-874', 'windows-1250', 'windows-1251', 'windows-1252'],
  ...['windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258'],
  ...['gbk', 'gb18030', 'big5', 'euc-kr', 'shift_jis'],
];

/** Sequences that browsers read and do not write: of JIS X 0212, and of the supplement for Hong Kong. */
const unwritten: Readonly<Record<string, RegExp>> = { 'euc-jp': /^\x8f/, big5: /^[\x81-\xa0]/ };

/**
 * Returns a text in the bytes of each charset in which browsers send forms, with one character for each byte. Characters that
 * a charset lacks are decimal entities, as in forms. UTF-8 is not among them.
 */
export function encodeInCharsets(text: string): readonly string[] {
  const japanese = encodeSigns(text, 'euc-jp');
  const encoded = [...charsets.map((charset) => encodeSigns(text, charset)), japanese];
  return [...new Set([...encoded.map((signs) => signs.join('')), joinAsJis(japanese)])];
}

function encodeSigns(text: string, charset: string): readonly string[] {
  const signs = Array.from(text);
  const encoded = new Map([...new Set(signs)].map((sign) => [sign, encodeSign(sign, charset)]));
  return signs.map((sign) => encoded.get(sign) ?? sign);
}

function encodeSign(sign: string, charset: string): string {
  const encoded = iconv.encode(sign, charset);
  const bytes = encoded.toString('latin1');
  const isWritten = iconv.decode(encoded, charset) === sign && !unwritten[charset]?.test(bytes);
  return isWritten ? bytes : `&#${sign.codePointAt(0)};`;
}

const [toKanji, toAscii] = ['\x1b$B', '\x1b(B'];

/** Joins signs in `euc-jp` as `iso-2022-jp`, without what switches to the first and from the last of them. */
function joinAsJis(signs: readonly string[]): string {
  const encoded = signs.map((bytes) => {
    if (bytes.length !== 2 || bytes < '\xa1') return bytes;
    return `${toKanji}${String.fromCharCode(bytes.charCodeAt(0) & 0x7f, bytes.charCodeAt(1) & 0x7f)}${toAscii}`;
  });
  const text = encoded.join('').replaceAll(`${toAscii}${toKanji}`, '');
  return text.slice(
    text.startsWith(toKanji) ? toKanji.length : 0,
    text.endsWith(toAscii) ? -toAscii.length : text.length,
  );
}
