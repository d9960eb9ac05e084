import type { PageGroup, PageItem, PageNode } from '../../tree/page-tree.ts';
import type { Leaf } from './line.ts';
import { sameText } from './tree-queries.ts';

/** Separator between two cells of a row, in all modes. */
export const cellBorder = ' | ';

/** The cells of a row, and what is listed of the row itself. */
export interface RowParts {
  readonly own: readonly PageItem[];
  readonly cells: readonly PageNode[];
  /** Its cells are those of the page. */
  readonly isTabular: boolean;
}

/** Takes a row apart. In one without cells each thing is a cell. */
export function rowParts({ content }: PageGroup): RowParts {
  const first = content.findIndex(isCellGroup);
  if (first < 0) return { own: [], cells: content, isTabular: false };
  const start = content.findIndex((node) => node.type !== 'item');
  return {
    own: content.slice(0, start).filter((node) => node.type === 'item'),
    cells: content.slice(start),
    isTabular: true,
  };
}

/** A leaf of a cell, and how it is kept apart from the one before it. */
export interface CellPiece {
  readonly leaf: Leaf;
  readonly before: '' | ' ' | ', ';
}

/** A table or frame inside a cell, which has lines of its own. */
export type CellBlock = Extract<PageNode, { type: 'group' | 'frame' }>;

/**
 * Returns the pieces of a cell in reading order: entries of a list with a comma between them, all else with a space. Texts that only
 * repeat the name of a control in the same cell are left out.
 *
 * @param onBlock what stands in the place of a table or frame
 */
export function cellPieces(cell: PageNode, onBlock?: (block: CellBlock) => Leaf): readonly CellPiece[] {
  const found: { readonly leaf: Leaf; readonly entry: PageNode | null }[] = [];
  const visit = (node: PageNode, entry: PageNode | null): void => {
    if (onBlock && isBlock(node)) found.push({ leaf: onBlock(node), entry });
    else if (node.type !== 'group' && node.type !== 'frame') found.push({ leaf: node, entry });
    else for (const inner of node.content) visit(inner, isListed(node) ? node : entry);
  };
  visit(cell, null);
  const leaves = found.map(({ leaf }) => leaf);
  const kept = found.filter(({ leaf }) => !isRepeated(leaf, leaves));
  return kept.map(({ leaf, entry }, index) => ({
    leaf,
    before: index === 0 ? '' : kept[index - 1]?.entry === entry ? ' ' : ', ',
  }));
}

/** The tables and frames in a cell, without those inside of them. */
export function cellBlocks(cell: PageNode): readonly CellBlock[] {
  if (cell.type === 'frame') return [cell];
  if (cell.type !== 'group') return [];
  return cell.role === 'table' ? [cell] : cell.content.flatMap(cellBlocks);
}

/** Tests whether nothing of a row prints, not even what it repeats of rows above. */
export function isBlankRow(row: PageGroup): boolean {
  const { own, cells } = rowParts(row);
  if (own.length > 0) return false;
  return cells.every((cell) => cellPieces(cell).length === 0 && repeatsOf(cell).length === 0);
}

/** Returns the content that a cell repeats of a row above. */
export function repeatsOf(cell: PageNode): readonly PageNode[] {
  return cell.type === 'group' ? (cell.repeats ?? []) : [];
}

/** A text in which a sign cannot pass for one of ours: a backslash stands before it. */
export function escapeSign(text: string, sign: '|' | '"'): string {
  const found = sign === '|' ? /(\\*)\|/g : /(\\*)"/g;
  return text.replaceAll(found, `$1$1\\${sign}`);
}

function isCellGroup(node: PageNode): boolean {
  return node.type === 'group' && node.role === 'cell';
}

function isListed(node: PageNode): boolean {
  return node.type === 'group' && (node.role === 'entry' || node.role === 'row');
}

function isBlock(node: PageNode): node is CellBlock {
  return node.type === 'frame' || (node.type === 'group' && node.role === 'table');
}

function isRepeated(leaf: Leaf, leaves: readonly Leaf[]): boolean {
  if (leaf.type !== 'text') return false;
  if (leaf.text === '') return true;
  return leaves.some((other) => other.type === 'item' && sameText(other.element.name, leaf.text));
}
