/**
 * What may be left out when a budget is short, in this order: text and controls more than a screen away, rows of
 * a folded group, text and links nearby. `never` stands until the hard ceiling.
 */
export const cutOrder = ['far-text', 'far-item', 'fold', 'near-text', 'near-link'] as const;
export type Cut = (typeof cutOrder)[number] | 'never';

/** One line of a page's text. */
export interface Line {
  readonly depth: number;
  readonly text: string;
  readonly cut: Cut;
  /** Only opens what is indented below it; goes when that goes. */
  readonly opens: boolean;
  /** How many controls it holds. */
  readonly items: number;
}
