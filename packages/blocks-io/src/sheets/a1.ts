/** A column by its letters: `A` is 1, `AA` is 27; null for what is none. Spreadsheets have at most 18,278 columns (`ZZZ`). */
export function columnNumber(letters: string): number | null {
  if (!/^[A-Za-z]{1,3}$/.test(letters)) return null;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The letters of a column, from 1. */
export function columnLetters(number: number): string {
  const rest = (number - 1) % 26;
  const before = Math.floor((number - 1) / 26);
  return (before > 0 ? columnLetters(before) : '') + String.fromCharCode(65 + rest);
}

/** A sheet and a range in it, as Google writes them: `'Sheet ''1'''!A1:C3`. Either may be missing. */
export function a1(sheet: string | null, cells: string | null): string {
  if (sheet === null) return cells ?? '';
  const quoted = `'${sheet.replaceAll("'", "''")}'`;
  return cells === null ? quoted : `${quoted}!${cells}`;
}

/** Splits what {@link a1} writes; a text without `!` is cells. */
export function splitA1(text: string): { readonly sheet: string | null; readonly cells: string } {
  const found = /^(?:'((?:[^']|'')*)'|([^'!]+))!(.+)$/.exec(text.trim());
  if (!found) return { sheet: null, cells: text.trim() };
  return { sheet: found[1]?.replaceAll("''", "'") ?? found[2] ?? null, cells: found[3] ?? '' };
}

/** First column and row of some cells, from 1; 1 for what is not said: `B2:C` begins at 2, 2 and `3:5` at 1, 3. */
export function startOf(cells: string): { readonly column: number; readonly row: number } {
  const [, letters = '', digits = ''] = /^\$?([A-Za-z]{0,3})\$?(\d*)/.exec(cells) ?? [];
  return { column: columnNumber(letters) ?? 1, row: digits === '' ? 1 : Number(digits) };
}
