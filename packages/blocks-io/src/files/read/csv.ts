import { Buffer } from 'node:buffer';
import { type Row, toRows } from './rows.ts';

/** Signs that separate columns, the most usual first. */
const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Rows of a text with columns. In the charset of a byte order mark, else in the one that is given, else in UTF-8 or, when
 * it is none, in Windows-1252; the delimiter is found in the text.
 *
 * @param charset a label that `TextDecoder` knows. Null: it is not known
 */
export async function readCsv(bytes: Uint8Array, charset: string | null): Promise<readonly Row[]> {
  const { parse } = await import('csv-parse/sync');
  const text = decode(bytes, charset);
  const table: string[][] = parse(text, {
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return toRows(table, '');
}

function decode(bytes: Uint8Array, charset: string | null): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return new TextDecoder('utf-16le').decode(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16());
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (!hasMark && charset !== null && charset !== 'utf-8') return new TextDecoder(charset).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The sign that the first lines have in equal numbers, else the one that the first line has most of. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .slice(0, 10);
  const counts = delimiters.map((sign) => lines.map((line) => countOutsideQuotes(line, sign)));
  const steady = counts.findIndex(
    ([first = 0, ...rest]) => first > 0 && rest.every((count) => count === first),
  );
  if (steady >= 0) return delimiters[steady] ?? ',';
  const most = counts.reduce((best, [first = 0], at) => (first > (counts[best]?.[0] ?? 0) ? at : best), 0);
  return delimiters[most] ?? ',';
}

function countOutsideQuotes(line: string, sign: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, '').split(sign).length - 1;
}
