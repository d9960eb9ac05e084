import { Buffer } from 'node:buffer';
import { type Row, toRows } from './rows.ts';

/** Signs that separate columns, the most usual first. */
const delimiters = [',', ';', '\t', '|'] as const;

/** Rows of a text with columns. UTF-8, UTF-16 with a mark, else Windows-1252; the delimiter is found in the text. */
export async function readCsv(bytes: Uint8Array): Promise<readonly Row[]> {
  const { parse } = await import('csv-parse/sync');
  const text = decode(bytes);
  const table: string[][] = parse(text, {
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return toRows(table, '');
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return new TextDecoder('utf-16le').decode(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16());
  }
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
