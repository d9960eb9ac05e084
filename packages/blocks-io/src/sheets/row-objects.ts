import type { Json } from '@runwright/contract';
import { columnLetters } from './a1.ts';

/**
 * Names of columns made of the cells of a header row: a name that is there already gets `_2`, `_3`, …, an empty cell is
 * `column_` and the letters of its column.
 */
export function headerNames(cells: readonly Json[], firstColumn: number): readonly string[] {
  const names: string[] = [];
  // What somebody wrote keeps its name; only what is made steps aside.
  const taken = new Set(cells.map((cell) => String(cell ?? '').trim()));
  for (const [index, cell] of cells.entries()) {
    const own = String(cell ?? '').trim() || `column_${columnLetters(firstColumn + index)}`;
    let name = own;
    for (let count = 2; names.includes(name) || (name !== own && taken.has(name)); count += 1)
      name = `${own}_${count}`;
    names.push(name);
  }
  return names;
}

/** Rows below a header as objects by its names; an empty cell is null. */
export function rowObjects(
  values: readonly (readonly Json[])[],
  firstColumn: number,
): readonly { readonly [name: string]: Json }[] {
  const width = Math.max(0, ...values.map((row) => row.length));
  const [header = [], ...rows] = values;
  const names = headerNames(
    Array.from({ length: width }, (_none, index) => header[index] ?? ''),
    firstColumn,
  );
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, filled(row[index])])));
}

function filled(cell: Json | undefined): Json {
  return cell === undefined || cell === '' ? null : cell;
}
