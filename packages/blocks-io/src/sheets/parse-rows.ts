import { type Json, parseExactJson, RunwrightError } from '@runwright/contract';
import { columnNumber } from './a1.ts';

/** Rows to write with their first column, counted from 1. */
export interface ParsedRows {
  readonly rows: readonly (readonly Json[])[];
  readonly firstColumn: number | null;
}

/**
 * Reads `values`: a list of rows, each a list of cells, or an object whose members go to the columns of `mapping` (other
 * members are left out); a single row need not stand in a list. Nothing, and an empty list, are no rows.
 *
 * @throws RunwrightError `invalid_input` for a text that is no JSON, rows of two kinds, and objects without a mapping.
 */
export function parseRows(
  values: string,
  mapping: Readonly<Record<string, string>>,
  label: string,
): ParsedRows {
  const entries = toList(parseJson(values, label));
  if (entries.length === 0) return { rows: [], firstColumn: null };
  if (entries.every((entry) => Array.isArray(entry))) {
    return { rows: entries.map((row) => row.map(cellOf)), firstColumn: null };
  }
  if (!entries.every(isObject)) {
    throw invalidValuesError(
      label,
      'they are neither a list of lists nor a list of objects; make every row the same kind',
    );
  }
  const columns = columnsOf(mapping, label);
  const first = Math.min(...columns.values());
  const width = Math.max(...columns.values()) - first + 1;
  const rows = entries.map((entry) => {
    const row: Json[] = Array.from({ length: width }, () => null);
    for (const [name, column] of columns) row[column - first] = cellOf(entry[name] ?? null);
    return row;
  });
  return { rows, firstColumn: first };
}

function parseJson(values: string, label: string): Json {
  if (values.trim() === '') return [];
  try {
    return parseExactJson(values) as Json;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidValuesError(
      label,
      `they are no JSON (${reason}); put quotes around a text that is printed, or print it with \`| tojson\``,
      cause,
    );
  }
}

function toList(value: Json): readonly Json[] {
  if (!Array.isArray(value)) return [value];
  const isRow = value.length > 0 && value.every((entry) => !Array.isArray(entry) && !isObject(entry));
  return isRow ? [value] : value;
}

function columnsOf(mapping: Readonly<Record<string, string>>, label: string): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [name, letters] of Object.entries(mapping)) {
    const column = columnNumber(letters.trim());
    if (column === null) {
      throw invalidValuesError(
        label,
        `\`column_mapping\` puts \`${name}\` into \`${letters}\`, which is no column; use letters, such as \`B\``,
      );
    }
    if ([...columns.values()].includes(column)) {
      throw invalidValuesError(
        label,
        `\`column_mapping\` puts two members into \`${letters}\`; give each a column of its own`,
      );
    }
    columns.set(name, column);
  }
  if (columns.size > 0) return columns;
  throw invalidValuesError(
    label,
    'they are objects and `column_mapping` is empty; map each member to the letters of a column',
  );
}

/** Converts a value to a cell: lists and objects become JSON text. */
function cellOf(value: Json): Json {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidValuesError(label: string, reason: string, cause?: unknown): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    `Block \`${label}\` cannot write its \`values\` into the spreadsheet: ${reason}.`,
    {
      cause,
      details: { failure_category: 'definition' },
    },
  );
}
