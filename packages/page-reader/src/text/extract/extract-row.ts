import type { PageGroup, PageItem, PageNode } from '../../tree/page-tree.ts';
import type { Leaf } from '../lines/line.ts';
import {
  type CellBlock,
  cellBlocks,
  cellBorder,
  cellPieces,
  escapeSign,
  isBlankRow,
  repeatsOf,
  rowParts,
} from '../lines/table-cells.ts';
import { sameText } from '../lines/tree-queries.ts';
import { continuationTexts, leafText, linkTokenOf, quoteName } from './extract-leaf.ts';
import type { DataPrintOptions } from './extract-lines.ts';

/** A row as data, and what stands in its cells with lines of its own. */
export interface TableRow {
  readonly text: string;
  readonly blocks: readonly { readonly title: string; readonly content: readonly PageNode[] }[];
}

/** Groups that can stand on a line, and characters of any others in a cell. */
const simple = /^(cell|entry|list|group|region|row|columns)$/;
const longestComplex = 200;
/** Characters of a cell that the rows below repeat as a whole. */
const mostRepeated = 200;

/**
 * Prints a row cell by cell, empty ones too: `| INV-2 |  | Open |`. Bars of the page print as `\|`. A table in a cell leaves
 * `(table 1)` in it, a cell with headings, forms or landmarks `(column 2 below)`. Returns null when nothing is in the row.
 */
export function printTableRow(row: PageGroup, print: DataPrintOptions): TableRow | null {
  if (isBlankRow(row)) return null;
  const { own, cells, isTabular } = rowParts(row);
  const blocks: { readonly type: string; readonly title: string; readonly content: readonly PageNode[] }[] =
    [];
  const onBlock = (node: CellBlock): Leaf => {
    const count = blocks.filter(({ type }) => type === node.type).length + 1;
    const word = node.type === 'frame' ? `frame ${count}` : `table ${count}`;
    const title = quoteName(word, node.type === 'frame' ? node.title : node.name);
    blocks.push({ type: node.type, title, content: node.content });
    return { type: 'text', text: `(${word})`, level: 0, message: null, box: node.box };
  };
  const texts = cells.map((cell) => textIn([cell]));
  const printed = cells.map((cell, column) => {
    const repeated = repeatsOf(cell);
    if (repeated.length > 0) return shortened(printCell(repeated, print, () => true));
    if (isComplex(cell)) {
      blocks.push({ type: 'column', title: `column ${column + 1}`, content: [cell] });
      return `(column ${column + 1} below)`;
    }
    // A field without a label is named after a cell beside it.
    const isNamed = (item: PageItem): boolean =>
      !texts.some((text, other) => other !== column && text !== '' && sameText(text, item.element.name));
    return printCell([cell], print, isNamed, onBlock);
  });
  const filled = isTabular ? printed : printed.filter((text) => text !== '');
  if (filled.length === 0) return null;
  const cellsText = filled.map((text) => escapeSign(text, '|')).join(cellBorder);
  const tokens = own.map((item) => linkTokenOf(item, print)).filter((token) => token !== '');
  return { text: [`| ${cellsText} |`, ...tokens].join(' '), blocks };
}

/** The only cell of a row that is there for its place: it holds what makes up pages. */
export function layoutCellContent(row: PageGroup): PageGroup | null {
  const { own, cells } = rowParts(row);
  const [only, ...others] = cells;
  if (own.length > 0 || others.length > 0 || only?.type !== 'group') return null;
  return isComplex(only) || cellBlocks(only).length > 0 ? only : null;
}

/** Tests whether a cell holds more than a line can say. */
function isComplex(cell: PageNode): boolean {
  const holds = (node: PageNode): boolean => {
    if (node.type === 'text') return node.level > 0;
    if (node.type !== 'group' || node.role === 'table') return false;
    return !simple.test(node.role) || node.content.some(holds);
  };
  return holds(cell) && textIn([cell]).length > longestComplex;
}

function printCell(
  content: readonly PageNode[],
  print: DataPrintOptions,
  isNamed: (item: PageItem) => boolean,
  onBlock?: (node: CellBlock) => Leaf,
): string {
  const pieces = content.flatMap((node) => cellPieces(node, onBlock));
  const said = continuationTexts(pieces.map(({ leaf }) => leaf));
  let text = '';
  for (const { leaf, before } of pieces) {
    if (said.has(leaf)) continue;
    const isShort = leaf.type === 'item' && !isNamed(leaf);
    const words = leaf.type === 'text' ? leaf.text : leafText(leaf, print, !isShort);
    if (words !== '') text += `${text === '' ? '' : before || ' '}${words}`;
  }
  return text;
}

/** All text of a cell that is no control. */
function textIn(content: readonly PageNode[]): string {
  const pieces = content.flatMap((node) => cellPieces(node));
  return pieces
    .map(({ leaf }) => (leaf.type === 'text' ? leaf.text : ''))
    .join(' ')
    .trim();
}

function shortened(text: string): string {
  return text.length <= mostRepeated ? text : `${text.slice(0, mostRepeated / 2).toWellFormed()}…`;
}
