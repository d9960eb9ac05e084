import { cutMiddle } from '../../cut-middle.ts';
import type { PageGroup, PageImage, PageItem, PageNode } from '../../tree/page-tree.ts';
import type { Line } from './line.ts';
import type { LineContext } from './line-context.ts';
import { groupEqualItems, printItems, printWithoutId, quote } from './print-item.ts';
import {
  type CellPiece,
  cellBorder,
  cellPieces,
  escapeSign,
  isBlankRow,
  repeatsOf,
  rowParts,
} from './table-cells.ts';
import { isFar, itemsIn, leavesIn, sameText } from './tree-queries.ts';

/** Characters of a cell of a row above that a row repeats. */
const repeatedText = 60;
const offscreen = ['offscreen'];

/** A row as one line prints it. */
export interface RowText {
  readonly parts: readonly string[];
  /** Characters of text. */
  readonly length: number;
}

/**
 * The text of a row, cell by cell: `row "INV-2 |  | Open" | a5 button "Pay"`. Cells at the end that are empty are left out, and
 * so are all borders where the text of the row was not read.
 */
export function rowText(row: PageGroup, context: LineContext): RowText {
  const { own, cells } = rowParts(row);
  const label = labelOf(row, own, context);
  const end = ownEnd(own, context);
  const items = cells.flatMap(itemsIn);
  if (isUnread(row)) {
    const together = groupEqualItems(items, context, offscreen);
    const printed = [...together.values()].map((alike) => printItems(alike, context, offscreen));
    return { parts: [label, ...printed, ...end], length: 0 };
  }
  const texts = cells.map((cell) => cellText(cell, context));
  const last = texts.findLastIndex(({ text }) => text !== '');
  const shown = texts.slice(0, last + 1);
  return {
    parts: [`${label} ${joined(shown)}`.trimEnd(), ...end],
    length: shown.reduce((sum, { length }) => sum + length, 0),
  };
}

/** A row that is too long for one line: each line of a cell begins with the number of its column. */
export function rowLines(row: PageGroup, context: LineContext, depth: number): readonly Line[] {
  if (isBlankRow(row)) return [];
  const { own, cells, isTabular } = rowParts(row);
  const lines = cells.flatMap((cell, column) => {
    const found = context.linesOf([cell], context, depth + 1);
    const repeated = repeatedIn(cell);
    const all =
      repeated === '' ? found : [{ ...blankLine(context, depth + 1), text: quote(repeated) }, ...found];
    if (!isTabular || cells.length < 2) return all;
    return all.map((line) =>
      line.depth > depth + 1 ? line : { ...line, text: `${column + 1}| ${line.text}` },
    );
  });
  if (lines.length === 0 && own.length === 0) return [];
  const text = [labelOf(row, own, context), ...ownEnd(own, context)].join('  ');
  const far = !context.keepsFar && isFar(row.box, context.screen);
  const cut = own.length > 0 && lines.length === 0 ? context.cutOf(own, far) : 'never';
  return [{ ...blankLine(context, depth), text, cut, opens: own.length === 0, leaves: own }, ...lines];
}

function blankLine({ landmark }: LineContext, depth: number): Line {
  return { depth, text: '', cut: 'near-text', opens: false, leaves: [], landmark };
}

/** Some of its text is far away and stayed in the page, and no other is there. */
function isUnread(row: PageGroup): boolean {
  const texts = leavesIn(row).flatMap((leaf) => (leaf.type === 'text' ? [leaf.text] : []));
  return texts.length > 0 && texts.every((text) => text === '');
}

/** `row`, or `a5 row` where the row itself can be acted on. */
function labelOf({ role }: PageGroup, own: readonly PageItem[], { mode, isFresh }: LineContext): string {
  if (mode !== 'action') return role;
  const ids = own.map(({ element: { id } }) => (isFresh(id) ? `*${id}` : id));
  return [...ids, role].join(' ');
}

/** The state and target of a row that can be acted on; its name is what its cells say. */
function ownEnd(own: readonly PageItem[], context: LineContext): readonly string[] {
  return own.flatMap((item) => {
    const { element } = item;
    const tail = printWithoutId(
      { ...item, element: { ...element, name: '' } },
      { ...context, mode: 'verify', shortName: () => '' },
      offscreen,
    );
    const rest = tail.slice(element.kind.length).trim();
    return rest === '' ? [] : [rest];
  });
}

/** Text of a cell on the line of its row. */
interface CellText {
  readonly text: string;
  /** It is nothing but text, without quotes as yet. */
  readonly isPlain: boolean;
  readonly length: number;
}

function cellText(cell: PageNode, context: LineContext): CellText {
  const repeated = repeatedIn(cell);
  if (repeated !== '') return { text: escapeSign(repeated, '|'), isPlain: true, length: repeated.length };
  const pieces = cellPieces(cell);
  const items = pieces.flatMap(({ leaf }) => (leaf.type === 'item' ? [leaf] : []));
  const together = groupEqualItems(items, context, offscreen);
  const parts: string[] = [];
  let run = '';
  let length = 0;
  const flush = (): void => {
    if (run !== '') parts.push(quote(escapeSign(run, '|')));
    run = '';
  };
  const hasText = pieces.some(({ leaf }) => leaf.type === 'text');
  for (const { leaf, before } of pieces) {
    if (leaf.type === 'item') {
      const alike = together.get(leaf);
      if (!alike) continue;
      flush();
      const isAround = leaf.element.kind === 'cell' && hasText;
      const print = isAround ? { ...context, shortName: () => '' } : context;
      parts.push(withoutBorders(printItems(alike, print, offscreen)));
    } else {
      if (leaf.type === 'image' && isRepeatedBeside(leaf, pieces)) continue;
      const text = leaf.type === 'text' ? leaf.text : leaf.name;
      run += `${run === '' ? '' : before}${text}`;
      length += text.length;
    }
  }
  if (items.length === 0) return { text: escapeSign(run, '|'), isPlain: true, length };
  flush();
  return { text: parts.join('  '), isPlain: false, length };
}

/** Tests whether a picture only repeats what else its cell says. */
function isRepeatedBeside({ name }: PageImage, pieces: readonly CellPiece[]): boolean {
  return pieces.some(({ leaf }) => {
    if (leaf.type === 'image') return false;
    return sameText(leaf.type === 'text' ? leaf.text : leaf.element.name, name);
  });
}

/** Texts of neighbouring cells share their quotes. */
function joined(cells: readonly CellText[]): string {
  const parts: string[] = [];
  let run: string[] = [];
  const flush = (): void => {
    const isSaying = run.some((text) => text !== '');
    if (run.length > 0) parts.push(isSaying ? quote(run.join(cellBorder)) : run.join(cellBorder));
    run = [];
  };
  for (const { text, isPlain } of cells) {
    if (isPlain) run.push(text);
    else {
      flush();
      parts.push(text);
    }
  }
  flush();
  return parts.join(cellBorder);
}

/** The signs of a name in quotes that would pass for the end of a cell. */
function withoutBorders(printed: string): string {
  return printed.replaceAll(/"[^"]*"/g, (name) => escapeSign(name, '|'));
}

function repeatedIn(cell: PageNode): string {
  const words = repeatsOf(cell)
    .flatMap((node) => cellPieces(node))
    .map(({ leaf }) => {
      if (leaf.type === 'text') return leaf.text;
      return leaf.type === 'image' ? leaf.name : leaf.element.name || (leaf.element.value ?? '');
    });
  return cutMiddle(words.filter((word) => word !== '').join(' '), repeatedText);
}
