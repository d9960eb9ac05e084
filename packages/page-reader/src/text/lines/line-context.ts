import type { PageItem, PageNode } from '../../tree/page-tree.ts';
import type { FoldTable } from '../fold-table.ts';
import type { Cut, Landmark, Leaf, Line } from './line.ts';
import type { PrintOptions } from './print-item.ts';
import type { Screen } from './tree-queries.ts';

/** Options and callbacks for printing a piece of a page. */
export interface LineContext extends PrintOptions {
  readonly screen: Screen;
  readonly folds: FoldTable;
  /** Of a run of equal things so many print, at least; with `isTight` no more than that. */
  readonly rows: number;
  readonly isTight: boolean;
  /** Tokens for all that is expanded. */
  readonly partTokens: number;
  readonly bytesPerToken: number;
  /** Roles around, and how the nearest of the groups is called. */
  readonly path: string;
  readonly title: string;
  readonly landmark: Landmark | null;
  /** True for expanded parts: text far from the view prints too. */
  readonly keepsFar: boolean;
  /** A line above says that all of this is out of view. */
  readonly saidOffscreen: boolean;
  /** Tests whether an item has to be seen wherever it stands. */
  readonly isSpecial: (item: PageItem) => boolean;
  /** Returns the category in which the items of a line may be left out. */
  readonly cutOf: (items: readonly PageItem[], isFar: boolean) => Cut;
  /** Counts text that does not print because it is more than a screen away. */
  readonly skipText: (characters: number) => void;
  /** Counts what a line about a fold stands for. */
  readonly folded: (leaves: readonly Leaf[]) => void;
  /** The lines of a piece of the tree. */
  readonly linesOf: (content: readonly PageNode[], context: LineContext, depth: number) => readonly Line[];
  /** The same where no run of equal things is looked for. */
  readonly linesOfUnits: (
    content: readonly PageNode[],
    context: LineContext,
    depth: number,
  ) => readonly Line[];
}
