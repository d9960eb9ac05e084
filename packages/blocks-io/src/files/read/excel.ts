import { Buffer } from 'node:buffer';
import { type Cell, type Row, toRows } from './rows.ts';
import { assertUnpackable } from './zip.ts';

/** Rows of the first sheet of a workbook; an empty cell is null, a date is ISO 8601 text. */
export async function readExcel(bytes: Uint8Array, signal: AbortSignal): Promise<readonly Row[]> {
  await assertUnpackable(bytes, signal);
  const { readSheet } = await import('read-excel-file/node');
  const table = await readSheet(Buffer.from(bytes), { trim: false });
  return toRows(
    table.map((row) => row.map(cellOf)),
    null,
  );
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}
