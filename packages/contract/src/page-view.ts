import type { VisibleElement } from './element.ts';

/** How a page is read: to act on it, to take data from it, or to judge it. */
export type ReadMode = 'action' | 'extract' | 'verify';

/** What was read and how well. */
export interface PageStats {
  readonly nodes: number;
  readonly listed: number;
  /** Milliseconds. */
  readonly readMs: number;
  /** Estimated tokens of `text`. */
  readonly tokens: number;
  /** Nothing was found on the page, even after waiting. */
  readonly empty: boolean;
  /** Sentences about what was not read. */
  readonly leftOut: readonly string[];
}

/** Material of one read that is kept beside a run. Values are JSON documents, or text for `html`. */
export interface PageArtifacts {
  readonly tree: readonly VisibleElement[];
  /** Id to a unique CSS selector; shadow hops joined by ` >> `. */
  readonly css: Readonly<Record<string, string>>;
  /** Id to the address of its frame. */
  readonly frames: Readonly<Record<string, string>>;
}

/** A page as an agent sees it. */
export interface PageView {
  /** Grows with every read of the tab. Actions carry the epoch of the view that they were planned on. */
  readonly epoch: number;
  readonly tab: string;
  readonly url: string;
  readonly title: string;
  /** What a model reads; never holds a secret's value. */
  readonly text: string;
  /** Link tokens of the text, such as `L3`, and their addresses. */
  readonly links: Readonly<Record<string, string>>;
  readonly stats: PageStats;
  artifacts(): PageArtifacts;
}
