import type { PagePart } from './page-part.ts';
import { cellsOf, depthOf, isContinuedRow, isRowLine, isSecondHeaderRow } from './table-line.ts';

/** Rows of the tables that a page shows. */
export interface TableRows {
  /** Rows without the header row of each table; the first one counts as such. */
  readonly count: number;
  /** Number of tables; a table without a header row has one more row than is counted. */
  readonly tables: number;
}

interface Table {
  readonly header: string;
  readonly columns: number;
  readonly depth: number;
  rows: number;
}

/**
 * Counts the rows of the longest table of a page and of those with as many columns; other tables are taken for something
 * else. Null when the page shows no table with a row below its header, because other lists cannot be counted.
 */
export function countTableRows(parts: readonly PagePart[]): TableRows | null {
  const tables = findTables(parts.flatMap(({ lines }) => lines)).filter(({ rows }) => rows > 1);
  const longest = tables.reduce<Table | null>(
    (found, table) => (found === null || table.rows > found.rows ? table : found),
    null,
  );
  if (longest === null) return null;
  const alike = tables.filter(({ columns }) => columns === longest.columns);
  return { count: alike.reduce((sum, { rows }) => sum + rows - 1, 0), tables: alike.length };
}

function findTables(lines: readonly string[]): readonly Table[] {
  const tables: Table[] = [];
  // The tables that the next line may continue, from outside to inside.
  let open: readonly Table[] = [];
  for (const line of lines) {
    const depth = depthOf(line);
    const isRow = isRowLine(line);
    open = open.filter((table) => table.depth < depth || (table.depth === depth && isRow));
    if (!isRow) continue;
    const current = open.at(-1);
    if (current?.depth === depth) {
      const isHeader = current.rows === 1 && isSecondHeaderRow(line, current.header);
      if (!isHeader && !isContinuedRow(line)) current.rows += 1;
    } else {
      const table = { header: line, columns: cellsOf(line).length, depth, rows: 1 };
      tables.push(table);
      open = [...open, table];
    }
  }
  return tables;
}
