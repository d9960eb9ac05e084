import type { RawCell } from '../in-page/raw-frame.ts';
import type { PageGroup, PageNode } from './page-tree.ts';

/** Columns of one table. */
const mostColumns = 1_000;
/** Cells that spans add to one table; beyond them its rows stay as they are. */
const mostAdded = 100_000;
const single: RawCell = { column: 0, columns: 1, rows: 1 };

/**
 * Lines up the cells of all tables: afterwards the n-th cell of each row stands in the n-th column. A cell that spans columns
 * is followed by empty ones; one that spans rows is repeated in each of them (`repeats`, so that its elements exist once).
 * Columns in which no cell begins are left out.
 */
export function alignTables(content: readonly PageNode[]): readonly PageNode[] {
  const rows: PageGroup[] = [];
  collectRows(content, rows);
  const aligned = alignRows(rows);
  const rebuild = (node: PageNode): PageNode => {
    if (node.type !== 'group') return node;
    if (node.role === 'table') return { ...node, content: alignTables(node.content) };
    return { ...node, content: aligned.get(node) ?? node.content.map(rebuild) };
  };
  return content.map(rebuild);
}

/** The rows that belong to one table: those of tables inside are apart. */
function collectRows(content: readonly PageNode[], rows: PageGroup[]): void {
  for (const node of content) {
    if (node.type !== 'group' || node.role === 'table') continue;
    if (isRow(node)) rows.push(node);
    else collectRows(node.content, rows);
  }
}

/** A cell and the columns that it takes, the second one exclusive. */
interface Placed {
  readonly cell: PageGroup;
  readonly from: number;
  readonly to: number;
}

/** A cell that goes on in further rows. */
interface Carried extends Placed {
  readonly left: number;
}

/** A row, what stands before its cells, and the cells by column. */
interface PlacedRow {
  readonly row: PageGroup;
  readonly before: readonly PageNode[];
  readonly own: readonly Placed[];
  readonly repeated: readonly Placed[];
}

function alignRows(rows: readonly PageGroup[]): ReadonlyMap<PageGroup, readonly PageNode[]> {
  const placed = placeRows(rows);
  const starts = [...new Set(placed.flatMap(({ own }) => own.map(({ from }) => from)))].sort((a, b) => a - b);
  const ranks = new Map(starts.map((start, rank) => [start, rank]));
  const rankOf = (column: number): number => ranks.get(column) ?? countBelow(starts, column);
  const aligned = new Map<PageGroup, readonly PageNode[]>();
  let added = 0;
  for (const { row, before, own, repeated } of placed) {
    const cells: PageGroup[] = [];
    for (const { cell, from } of repeated) cells[rankOf(from)] = repeatOf(cell, row);
    for (const { cell, from } of own) {
      const rank = rankOf(from);
      const other = cells[rank];
      const isTaken = other !== undefined && other.repeats === undefined;
      cells[rank] = isTaken ? { ...other, content: [...other.content, ...cell.content] } : cell;
    }
    const end = Math.max(cells.length, ...own.map(({ to }) => rankOf(to)));
    added += end - own.length;
    const isRoom = added <= mostAdded;
    const full = Array.from({ length: end }, (_, column) => cells[column] ?? emptyCell(row));
    aligned.set(row, [...before, ...(isRoom ? full : own.map(({ cell }) => cell))].map(alignedCell));
  }
  return aligned;
}

/** The columns of all cells, as the page counts them: https://html.spec.whatwg.org/#forming-a-table */
function placeRows(rows: readonly PageGroup[]): readonly PlacedRow[] {
  const placed: PlacedRow[] = [];
  let carried: Carried[] = [];
  for (const row of rows) {
    const { before, cells } = partsOf(row);
    if (cells.length === 0) continue;
    const { isFirst = false, skipped = 0, column = 0 } = row.row ?? {};
    carried = isFirst
      ? []
      : carried.flatMap((one) => (one.left > skipped ? [{ ...one, left: one.left - skipped }] : []));
    const own = placeCells(cells, carried, column);
    placed.push({ row, before, own, repeated: carried.map(({ cell, from, to }) => ({ cell, from, to })) });
    const next = own.flatMap((one): readonly Carried[] => {
      const { rows: span } = one.cell.cell ?? single;
      if (span === 1 || one.from >= mostColumns) return [];
      return [{ ...one, left: span === 0 ? Number.POSITIVE_INFINITY : span - 1 }];
    });
    const kept = carried.flatMap((one) => (one.left > 1 ? [{ ...one, left: one.left - 1 }] : []));
    // One cell at a time reaches down from each column.
    const byColumn = new Map([...kept, ...next].map((one) => [one.from, one]));
    carried = [...byColumn.values()].sort((one, other) => one.from - other.from);
  }
  return placed;
}

function placeCells(
  cells: readonly PageGroup[],
  carried: readonly Placed[],
  first: number,
): readonly Placed[] {
  const places = cells.map(({ cell }) => cell ?? single);
  const isStated = places.every(({ column }) => column > 0);
  const ordered = cells.map((cell, index) => ({ cell, place: places[index] ?? single }));
  if (isStated) ordered.sort((one, other) => one.place.column - other.place.column);
  let column = Math.max(0, first - 1);
  let at = 0;
  return ordered.map(({ cell, place }) => {
    if (place.column > 0) column = place.column - 1;
    else {
      // Cells of rows above that reach into this one are passed over.
      for (let one = carried[at]; one && one.from <= column; at += 1, one = carried[at]) {
        column = Math.max(column, one.to);
      }
    }
    const from = column;
    column += place.columns;
    return { cell, from, to: column };
  });
}

/** Counts the numbers below a limit in an ascending list. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cells of a row, and what is listed of the row itself. What stands between cells goes into the one before it. */
function partsOf(row: PageGroup): {
  readonly before: readonly PageNode[];
  readonly cells: readonly PageGroup[];
} {
  const before: PageNode[] = [];
  const loose: PageNode[] = [];
  const cells: { readonly group: PageGroup; readonly content: PageNode[] }[] = [];
  const visit = (node: PageNode): void => {
    if (node.type === 'group' && node.role === 'cell')
      cells.push({ group: node, content: [...node.content] });
    else if (node.type === 'group' && holdsCells(node)) node.content.forEach(visit);
    else if (cells.length > 0) cells.at(-1)?.content.push(node);
    else if (node.type === 'item' && loose.length === 0) before.push(node);
    else loose.push(node);
  };
  row.content.forEach(visit);
  cells[0]?.content.unshift(...loose);
  return { before, cells: cells.map(({ group, content }) => ({ ...group, content })) };
}

function holdsCells(group: PageGroup): boolean {
  if (group.role === 'table' || isRow(group)) return false;
  return group.content.some((node) => node.type === 'group' && (node.role === 'cell' || holdsCells(node)));
}

function alignedCell(node: PageNode): PageNode {
  return node.type === 'group' ? { ...node, content: alignTables(node.content) } : node;
}

function repeatOf({ content }: PageGroup, row: PageGroup): PageGroup {
  return { ...emptyCell(row), repeats: content };
}

function emptyCell({ box }: PageGroup): PageGroup {
  return { type: 'group', role: 'cell', name: '', box, top: false, content: [] };
}

function isRow({ role }: PageGroup): boolean {
  return role === 'row' || role === 'columns';
}
