import type { Box, VisibleElement } from './element.ts';

/** Purpose of reading a page: to act on it, to extract data, or to verify a goal. */
export type ReadMode = 'action' | 'extract' | 'verify';

/** Statistics of reading a page. */
export interface PageStats {
  readonly nodes: number;
  readonly listed: number;
  /** Milliseconds. */
  readonly readMs: number;
  /** Estimated tokens of `text`. */
  readonly tokens: number;
  /** Nothing was found on the page, even after waiting. */
  readonly empty: boolean;
  /** The tab was open before Runwright saw it, so that some closed shadow roots may have been missed. */
  readonly lateAttach?: boolean;
  /** Sentences about what was not read. */
  readonly leftOut: readonly string[];
}

/** A run of text or a picture of a page: something to see and nothing to act on. */
export interface VisibleText {
  readonly kind: 'text' | 'heading' | 'alert' | 'status' | 'image';
  /** The text, whole; of a picture, what it is called. */
  readonly name: string;
  readonly box: Box;
  readonly frame: string;
}

/** Position of an element's frame. */
export interface ElementFrame {
  /** Letter of the frame, such as `b`; the main frame is `a`. */
  readonly frame: string;
  readonly url: string;
  /** Selectors of the `iframe` elements from the main frame inwards; empty for the main frame. */
  readonly chain: readonly string[];
}

/** Material of one read that is kept beside a run. Values are JSON documents. */
export interface PageArtifacts {
  /** Every listed element and every text, in reading order, before anything was folded or cut. */
  readonly tree: readonly (VisibleElement | VisibleText)[];
  /** Part of the tree that the text contains. */
  readonly trimmed: readonly (VisibleElement | VisibleText)[];
  /** Id to a unique CSS selector; shadow hops joined by ` >> `. Elements that are gone by now have none. */
  readonly css: Readonly<Record<string, string>>;
  /** Id to an absolute XPath; null inside shadow roots. */
  readonly xpath: Readonly<Record<string, string | null>>;
  /** Id to the frame that it is in. */
  readonly frames: Readonly<Record<string, ElementFrame>>;
}

/** A page as an agent sees it. */
export interface PageView {
  /** Grows with every read of the tab. Actions carry the epoch of the view that they were planned on. */
  readonly epoch: number;
  readonly tab: string;
  readonly url: string;
  readonly title: string;
  /** View as text for a model; never contains a secret's value. */
  readonly text: string;
  /** The view that `text` names the differences from; absent when `text` is the whole view. */
  readonly since?: number;
  /**
   * `text` in parts of about 12,000 tokens, each to be read alone: the page line, the headings above and the header rows of
   * a table repeat. One part unless the mode is `extract`.
   */
  readonly parts: readonly string[];
  /** Link tokens of the text, such as `L3`, and their addresses. */
  readonly links: Readonly<Record<string, string>>;
  readonly stats: PageStats;
  /** Every listed element, in reading order; those that the text folds are among them and can be acted on. */
  elements(): readonly VisibleElement[];
  /** Makes selectors in the page, so it costs a call for each frame; frames that do not answer have none. */
  artifacts(): Promise<PageArtifacts>;
}
