import { UnreadableFile } from './unreadable-file.ts';

/** Most cells of a table, empty ones included: one long row makes every other one as long. No output has more values. */
const maxCells = 1_000_000;
/** Excel has 16,384. */
const maxColumns = 20_000;

/** A cell as JSON has it; null is an empty one. */
export type Cell = string | number | boolean | null;

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, Cell>>;

/**
 * Rows under the names that the first one gives. A repeated name gets `_2`, `_3` …, an empty one is `column_<n>`; cells
 * beyond the names count as such columns too, and missing ones are `missing`. Rows without any value are left out. Throws
 * {@link UnreadableFile} for more than 1,000,000 cells or 20,000 columns.
 */
export function toRows(table: readonly (readonly Cell[])[], missing: Cell): readonly Row[] {
  const [first = [], ...rest] = table;
  const width = table.reduce((widest, row) => Math.max(widest, row.length), 0);
  const cells = width * table.length;
  if (cells > maxCells || width > maxColumns) {
    throw new UnreadableFile(
      `Cannot read the table: with ${table.length} rows of ${width} columns it has ${cells} cells, and at most ${maxCells} cells and ${maxColumns} columns are allowed. Split it.`,
    );
  }
  const names = columnNames(first, width);
  return rest
    .filter((row) => row.some((cell) => cell !== null && cell !== ''))
    .map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? missing])));
}

function columnNames(header: readonly Cell[], width: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, at) => {
    const given = String(header[at] ?? '').trim() || `column_${at + 1}`;
    let name = given;
    for (let number = 2; taken.has(name); number += 1) name = `${given}_${number}`;
    taken.add(name);
    return name;
  });
}
