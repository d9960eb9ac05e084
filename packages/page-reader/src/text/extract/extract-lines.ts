import type { PageGroup, PageNode } from '../../tree/page-tree.ts';
import { continuationTexts, leafText, quoteName } from './extract-leaf.ts';
import { layoutCellContent, printTableRow } from './extract-row.ts';

/** One line of a text to take data from. */
export interface DataLine {
  readonly depth: number;
  readonly text: string;
  /** It has a name for what is indented below it. */
  readonly opens: boolean;
  /** The first line of something that is better not cut in two. */
  readonly begins: boolean;
  /** Of a heading, 1 to 6; else 0. */
  readonly level: number;
  /** The row of a table: one of those that name the columns (or the first, where there is none), or another. */
  readonly row: 'none' | 'head' | 'body';
}

/** Options for printing addresses. */
export interface DataPrintOptions {
  readonly url: string;
  readonly tokenOf: (address: string) => string;
}

/** Everything that a page says, in reading order: tables as rows, links and pictures with the token of their address. */
export function dataLines(
  content: readonly PageNode[],
  print: DataPrintOptions,
  depth = 0,
): readonly DataLine[] {
  const lines: DataLine[] = [];
  let hasRow = false;
  const said = continuationTexts(content);
  for (const node of content) {
    if (said.has(node)) continue;
    if (node.type === 'group' && isRow(node)) {
      const isHead = node.role === 'columns' || !hasRow;
      const found = rowLines(node, print, depth, isHead);
      lines.push(...found);
      if (found.length > 0) hasRow = true;
    } else if (node.type === 'group' && isUnnamedTable(node) && isRowLine(lines.at(-1), depth)) {
      // Rows of two tables are not to be taken for those of one.
      lines.push(...opened('table', groupLines(node, print, depth + 1), depth));
    } else lines.push(...nodeLines(node, print, depth));
  }
  return lines;
}

function nodeLines(node: PageNode, print: DataPrintOptions, depth: number): readonly DataLine[] {
  switch (node.type) {
    case 'text':
      return [plain(depth, `${'#'.repeat(node.level)} ${node.text}`.trim(), { level: node.level })];
    case 'frame':
      return dataLines(node.content, print, depth);
    case 'group': {
      const isNamed = /^(table|group)$/.test(node.role) && node.name !== '';
      if (!isNamed) return groupLines(node, print, depth);
      return opened(quoteName(node.role, node.name), groupLines(node, print, depth + 1), depth);
    }
    default: {
      const text = leafText(node, print);
      return text === '' ? [] : [plain(depth, text)];
    }
  }
}

function groupLines({ content }: PageGroup, print: DataPrintOptions, depth: number): readonly DataLine[] {
  const [first, ...others] = withoutDoubles(dataLines(content, print, depth));
  return first ? [{ ...first, begins: true }, ...others] : [];
}

/** The line of a row, and below it what does not fit into a cell. A row that only frames other content is no line. */
function rowLines(
  row: PageGroup,
  print: DataPrintOptions,
  depth: number,
  isHead: boolean,
): readonly DataLine[] {
  const framed = layoutCellContent(row);
  if (framed) return dataLines(framed.content, print, depth);
  const found = printTableRow(row, print);
  if (!found) return [];
  const below = found.blocks.flatMap(({ title, content }) => {
    const lines = withoutDoubles(dataLines(content, print, depth + 2));
    return opened(title, lines, depth + 1);
  });
  return [plain(depth, found.text, { row: isHead ? 'head' : 'body' }), ...below];
}

function opened(title: string, lines: readonly DataLine[], depth: number): readonly DataLine[] {
  return lines.length === 0 ? [] : [plain(depth, title, { opens: true }), ...lines];
}

function plain(
  depth: number,
  text: string,
  { level = 0, opens = false, row = 'none' }: Partial<Pick<DataLine, 'level' | 'opens' | 'row'>> = {},
): DataLine {
  return { depth, text, opens, level, row, begins: opens || level > 0 || row !== 'none' };
}

/** A picture and a title that lead to the same place say the same twice. */
function withoutDoubles(lines: readonly DataLine[]): readonly DataLine[] {
  return lines.filter(({ text }, index) => !/\{L\d+\}$/.test(text) || lines[index - 1]?.text !== text);
}

function isRow({ role }: PageGroup): boolean {
  return role === 'row' || role === 'columns';
}

function isUnnamedTable({ role, name }: PageGroup): boolean {
  return role === 'table' && name === '';
}

function isRowLine(line: DataLine | undefined, depth: number): boolean {
  return line !== undefined && line.row !== 'none' && line.depth === depth;
}
