/** An element that the text of a page lists. */
export interface ViewItem {
  /** `a12`; empty in views that print none. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** What stands after `=`, without quotes; null when nothing does. */
  readonly value: string | null;
  /** Labels of a select, as far as they are printed. */
  readonly options: readonly string[];
  /** Everything after the value, such as `required focused`. */
  readonly flags: string;
}

/** What to look for: text is compared without case; a pattern as it is. */
export interface ItemQuery {
  readonly kind?: string | RegExp;
  readonly name?: string | RegExp;
}

/** The text of a page, read back. */
export interface View {
  readonly text: string;
  readonly title: string;
  /** Host and path as the first line tells them. */
  readonly address: string;
  /** `/orders`, without query. */
  readonly path: string;
  readonly items: readonly ViewItem[];
  /** The first element that fits; its id is what an action needs. */
  find(query: ItemQuery): ViewItem | undefined;
  /** Whether the text holds these words. */
  has(words: string | RegExp): boolean;
  /** Tables, row by row, cell by cell; the first row holds the headers. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

/**
 * Reads the text form of a page: `id kind "name" =value flags`, several in a line two spaces or a cell apart, in lists after a dash; without kind it is
 * an `item`. A title that says nothing new is not printed and is empty here.
 */
export function parseView(text: string): View {
  const [head = ''] = text.split('\n');
  const [, title = '', address = ''] = /^page (?:"([^"]*)" )?(\S*)/.exec(head) ?? [];
  const items = text.split('\n').slice(1).flatMap(itemsOf);
  return {
    text,
    title,
    address,
    path: /^[^/?#]*([^?#]*)/.exec(address)?.[1] || '/',
    items,
    find: (query) => items.find((item) => fits(item.kind, query.kind) && fits(item.name, query.name)),
    has: (words) =>
      typeof words === 'string' ? text.toLowerCase().includes(words.toLowerCase()) : words.test(text),
    tables: tablesOf(text),
  };
}

/** Several elements in one line stand two spaces apart, or in cells of a row; quotes and brackets are passed over. */
const border = /"[^"]*"|\[[^\]]*\]|^(?:row|columns|\d+\|) |\s{2,}(?=\*?[a-z]{1,2}\d+ ["a-z])|(?<=\s|^)\| /g;
const element = /^\*?([a-z]{1,2}\d+)(?: ([a-z-]+))?(?: "([^"]*)")?(?: =(?:"([^"]*)"|(\S+)))?(.*)$/;

function itemsOf(line: string): readonly ViewItem[] {
  return segmentsOf(line.trim().replace(/^- /, '')).flatMap((segment) => {
    const found = element.exec(segment.trim());
    if (!found) return [];
    const [, id = '', kind = 'item', name = '', quoted, bare, rest = ''] = found;
    const value = quoted ?? bare ?? null;
    return [{ id, kind, name, value, options: optionsOf(rest), flags: rest.trim() }];
  });
}

function segmentsOf(line: string): readonly string[] {
  const segments: string[] = [];
  let start = 0;
  for (const { 0: found, index } of line.matchAll(border)) {
    if (/^["[]/.test(found)) continue;
    segments.push(line.slice(start, index));
    start = index + found.length;
  }
  return [...segments, line.slice(start)];
}

function optionsOf(rest: string): readonly string[] {
  const [, inner] = /\[([^\]]*)\]/.exec(rest) ?? [];
  return inner === undefined ? [] : inner.split('|').map((option) => option.trim());
}

function tablesOf(text: string): readonly (readonly (readonly string[])[])[] {
  const tables: (readonly string[])[][] = [];
  let rows: (readonly string[])[] | null = null;
  for (const line of text.split('\n')) {
    const [, inner] = /^\s*\|(.*)\|(?:\s*\{L\d+\})?\s*$/.exec(line) ?? [];
    if (inner === undefined) {
      rows = null;
      continue;
    }
    if (rows === null) {
      rows = [];
      tables.push(rows);
    }
    rows.push(inner.split(' | ').map((cell) => cell.trim().replaceAll('\\|', '|')));
  }
  return tables;
}

function fits(found: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === 'string' ? found.toLowerCase() === wanted.toLowerCase() : wanted.test(found);
}
