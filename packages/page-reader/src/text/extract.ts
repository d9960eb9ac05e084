import { type PageGroup, type PageItem, type PageNode, titleOf } from '../tree.ts';
import { quoted } from './item.ts';

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
  /** The row of a table; `first` is the one that names the columns, or the first of all. */
  readonly row: 'none' | 'first' | 'later';
}

/** How addresses print. */
export interface DataPrint {
  readonly url: string;
  readonly tokenOf: (address: string) => string;
}

/** Everything that a page says, in reading order: tables as rows, links and pictures with the token of their address. */
export function dataLines(content: readonly PageNode[], print: DataPrint, depth = 0): readonly DataLine[] {
  let isFirstRow = true;
  return content.flatMap((node): readonly DataLine[] => {
    if (node.type === 'group' && (node.role === 'row' || node.role === 'columns')) {
      const lines = rowLines(node, print, depth, isFirstRow);
      isFirstRow = false;
      return lines;
    }
    return nodeLines(node, print, depth);
  });
}

function nodeLines(node: PageNode, print: DataPrint, depth: number): readonly DataLine[] {
  switch (node.type) {
    case 'text':
      return [plain(depth, `${'#'.repeat(node.level)} ${node.text}`.trim(), { level: node.level })];
    case 'frame':
      return dataLines(node.content, print, depth);
    case 'group':
      return groupLines(node, print, depth);
    default: {
      const text = leafText(node, print);
      return text === '' ? [] : [plain(depth, text)];
    }
  }
}

function groupLines(group: PageGroup, print: DataPrint, depth: number): readonly DataLine[] {
  const isNamed = /^(table|group)$/.test(group.role) && group.name !== '';
  const [first, ...others] = withoutDoubles(dataLines(group.content, print, isNamed ? depth + 1 : depth));
  const lines = first ? [{ ...first, begins: true }, ...others] : [];
  return isNamed && lines.length > 0 ? [plain(depth, titleOf(group), { opens: true }), ...lines] : lines;
}

function rowLines(row: PageGroup, print: DataPrint, depth: number, isFirst: boolean): readonly DataLine[] {
  if (!row.content.every(isCell)) return dataLines(row.content, print, depth);
  const cells = row.content.map((cell) => cellText(cell, print).replaceAll('|', '/'));
  return [plain(depth, `| ${cells.join(' | ')} |`, { row: isFirst ? 'first' : 'later' })];
}

function isCell(node: PageNode): boolean {
  if (node.type === 'frame') return false;
  if (node.type !== 'group') return true;
  return /^(cell|entry|list)$/.test(node.role) && node.content.every(isCell);
}

function cellText(node: PageNode, print: DataPrint): string {
  if (node.type === 'group' || node.type === 'frame') {
    return node.content
      .map((inner) => cellText(inner, print))
      .filter(Boolean)
      .join(' ');
  }
  return node.type === 'text' ? node.text : leafText(node, print);
}

function leafText(node: Exclude<PageNode, { type: 'group' | 'frame' | 'text' }>, print: DataPrint): string {
  if (node.type === 'item') return itemText(node, print);
  const token = node.source === '' ? '' : ` {${print.tokenOf(node.source)}}`;
  return `image ${quoted(node.name)}${token}`;
}

/** The name, what is chosen or filled in, and the target as a token. */
function itemText({ element }: PageItem, { tokenOf, url }: DataPrint): string {
  const { name, flags, href } = element;
  const state = flags.find((flag) => /^(un)?checked$|^mixed$|^selected$/.test(flag));
  const value = element.value ?? (state === 'selected' ? undefined : state);
  const text = value === undefined ? name : name === '' ? value : `${name}: ${value}`;
  const isAddress = href !== undefined && URL.canParse(href, url) && /^https?:/.test(href);
  return isAddress ? `${text} {${tokenOf(href)}}`.trim() : text;
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
