/** Returns whether a line is a row of a table, or continues a long one at the number of a column. */
export function isRowLine(line: string): boolean {
  return /^ *\d*\| /.test(line);
}

/** Returns whether a line continues a row that is longer than a part, at the number of a column. */
export function isContinuedRow(line: string): boolean {
  return /^ *\d+\| /.test(line);
}

/** Returns the texts of the cells of a row; bars of the page stand as `\|` in them. */
export function cellsOf(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\| | \|$/g, '')
    .split(' | ');
}

/**
 * Returns whether the row below a header row names columns, too: it fills cells that a cell of the header row spans, and
 * repeats a cell that spans both rows.
 */
export function isSecondHeaderRow(row: string, header: string): boolean {
  const above = cellsOf(header);
  const cells = cellsOf(row);
  const fills = cells.some((cell, column) => cell !== '' && above[column] === '');
  return fills && cells.some((cell, column) => cell !== '' && above[column] === cell);
}

/** Returns the depth of a line in the outline of the page, from 0. */
export function depthOf(line: string): number {
  return Math.floor((line.length - line.trimStart().length) / 2);
}
