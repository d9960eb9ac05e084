import type { PageItem } from '../tree/page-tree.ts';
import { type FittedLines, fitLines, maximumTokens } from './budget/fit-budget.ts';
import { describeLeftOut } from './budget/left-out-notes.ts';
import { estimateTokens } from './budget/token-estimate.ts';
import type { FoldTable } from './fold-table.ts';
import { linesOf, linesOfUnits } from './lines/content-lines.ts';
import { repetitionThreshold } from './lines/find-repetitions.ts';
import { expandedSelects, shortNames } from './lines/inner-names.ts';
import type { Leaf, Line } from './lines/line.ts';
import type { LineContext } from './lines/line-context.ts';
import type { LinkTokens } from './link-tokens.ts';
import { type HeadRequest, printHead } from './print-head.ts';
import { linesBehindModal, splitTopLayer } from './top-layer.ts';

/** All that one text is made from. */
export interface PrintRequest extends HeadRequest {
  readonly budget: number;
  readonly bytesPerToken: number;
  readonly modal: boolean;
  readonly isFresh: (id: string) => boolean;
  /** Sentences about what could not be read. */
  readonly unread: readonly string[];
  /** Characters of text that are not in the content, because they are far from the viewport. */
  readonly farText: number;
}

/** A text for a model, and what it is made of. */
export interface Printed {
  readonly text: string;
  readonly head: string;
  readonly lines: readonly Line[];
  readonly leftOut: readonly string[];
  /** Everything that prints. */
  readonly leaves: readonly Leaf[];
  /** Everything that stands behind a line such as `+988 more`. */
  readonly folded: readonly Leaf[];
}

/** Ways to print, from the roomy to the tight: rows of a fold, and characters of a name. */
const layouts = [
  { rows: repetitionThreshold, isTight: false, nameLimit: 100 },
  { rows: 3, isTight: true, nameLimit: 100 },
  { rows: 3, isTight: true, nameLimit: 60 },
] as const;
type Layout = (typeof layouts)[number];

/** Tokens kept for the line about what is left out. */
const tailTokens = 60;
/** It takes at most so many, however much is left out. */
const mostTailTokens = 200;
/** Share of the budget for expanded parts. */
const expandedShare = 0.5;

/** Writes the tree as text to act on or to judge: one thing per line, indented by landmarks, within the budget. */
export function printPage(request: PrintRequest, links: LinkTokens, folds: FoldTable): Printed {
  const head = printHead(request);
  const { bytesPerToken } = request;
  const budget = Math.min(request.budget, maximumTokens);
  const around = estimateTokens(head, bytesPerToken) + tailTokens;
  const room = { tokens: budget - around, ceiling: maximumTokens - around, bytesPerToken };
  const page = outlineOf(request);
  let best: { readonly fitted: FittedLines; readonly composed: Composed } | null = null;
  for (const way of layouts) {
    const composed = compose(request, page, { links, folds, budget }, way);
    const fitted = fitLines(composed.lines, room);
    best = { fitted, composed };
    if (fitted.fits && (fitted.isRoomy || way.isTight)) break;
  }
  if (!best) throw new Error('There is no way to print.');
  const { composed } = best;
  const told = ({ cut, kept }: FittedLines): readonly string[] => [
    ...describeLeftOut(cut, kept, composed.skipped + request.farText),
    ...request.unread,
  ];
  let { fitted } = best;
  let leftOut = told(fitted);
  // What is left out may take more words than were kept for it; each line that goes for them may be one more of them.
  for (let kept = tailTokens; fitted.fits && kept < mostTailTokens; ) {
    const needed = estimateTokens(`${printLeftOut(leftOut)}\n`, bytesPerToken);
    if (needed <= kept) break;
    kept = Math.min(needed + tailTokens / 3, mostTailTokens);
    fitted = fitLines(composed.lines, { ...room, tokens: room.tokens + tailTokens - kept });
    leftOut = told(fitted);
  }
  const body = fitted.kept.map(({ depth, text }) => `${'  '.repeat(depth)}${text}`);
  const text = [head, ...body, ...(leftOut.length > 0 ? [printLeftOut(leftOut)] : [])].join('\n');
  const leaves = fitted.kept.flatMap((line) => line.leaves);
  return { text, head, lines: fitted.kept, leftOut, leaves, folded: composed.folded };
}

/** The last line of a text that does not hold everything. */
export function printLeftOut(leftOut: readonly string[]): string {
  return `left out: ${leftOut.join(', ')}`;
}

interface Composed {
  readonly lines: readonly Line[];
  readonly skipped: number;
  readonly folded: readonly Leaf[];
}

/** Returns the values that all layouts share. */
function outlineOf({ content, viewport }: PrintRequest) {
  return { ...splitTopLayer(content), names: shortNames(content, viewport), open: expandedSelects(content) };
}

function compose(
  request: PrintRequest,
  { top, rest, names, open }: ReturnType<typeof outlineOf>,
  {
    links,
    folds,
    budget,
  }: { readonly links: LinkTokens; readonly folds: FoldTable; readonly budget: number },
  way: Layout,
): Composed {
  const { mode, url, isFresh, viewport, modal, bytesPerToken } = request;
  let skipped = 0;
  const folded: Leaf[] = [];
  const hasFresh = (items: readonly PageItem[]): boolean => items.some(({ element }) => isFresh(element.id));
  const context: LineContext = {
    ...way,
    ...{ mode, url, isFresh, folds, bytesPerToken },
    ...{ screen: viewport, path: '', title: '', landmark: null, keepsFar: false, saidOffscreen: false },
    tokenOf: links.tokenOf,
    shortName: (item) => names.get(item),
    isOpenList: (item) => open.has(item),
    partTokens: budget * expandedShare,
    isSpecial: (item) => isSpecial(item) || isFresh(item.element.id),
    cutOf: (items, far) => {
      if (hasFresh(items)) return 'never';
      return far ? 'far-item' : items.every(isLink) ? 'near-link' : 'never';
    },
    linesOf,
    linesOfUnits,
    skipText: (characters) => {
      skipped += characters;
    },
    folded: (leaves) => {
      folded.push(...leaves);
    },
  };
  const cover = top[0]?.role ?? 'layer';
  const lines = [
    ...linesOf(top, context),
    ...(modal && top.length > 0 ? linesBehindModal(rest, cover, context) : linesOf(rest, context)),
  ];
  return { lines, skipped, folded };
}

function isLink({ element }: PageItem): boolean {
  return element.kind === 'link';
}

function isSpecial({ element }: PageItem): boolean {
  return element.flags.some((flag) => /^(focused|checked|selected|invalid)/.test(flag));
}
