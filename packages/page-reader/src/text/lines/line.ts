import type { PageImage, PageItem, PageText } from '../../tree/page-tree.ts';

/**
 * Categories of lines that may be left out when a budget is short, in this order: text and controls more than a screen away, text and links
 * nearby. `never` stands until the hard ceiling.
 */
export const cutOrder = ['far-text', 'far-item', 'near-text', 'near-link'] as const;
export type Cut = (typeof cutOrder)[number] | 'never';

/** A node that a line can print. */
export type Leaf = PageItem | PageText | PageImage;

/** One line of a page's text. */
export interface Line {
  readonly depth: number;
  readonly text: string;
  readonly cut: Cut;
  /** Only opens what is indented below it; goes when that goes. */
  readonly opens: boolean;
  /** Nodes that it prints. */
  readonly leaves: readonly Leaf[];
  /** The outermost landmark around; null outside of all. */
  readonly landmark: Landmark | null;
}

/** A part of the page that can be left out and had back as a whole. */
export interface Landmark {
  readonly foldId: string;
  readonly title: string;
}
