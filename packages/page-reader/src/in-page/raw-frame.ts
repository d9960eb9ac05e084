/** Result of the in-page reader for one frame, unchecked. All of it is untrusted input from the page. */
export interface RawFrame {
  readonly url: string;
  readonly title: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scroll: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** Elements that were read, and those that a limit left unread, in shadow roots too. */
  readonly nodes: number;
  readonly unread: number;
  /** Controls in view of which it was not tested whether something covers them. */
  readonly untested: number;
  /** Closed shadow roots that the page's own world knows and the reader does not. */
  readonly unknownRoots: number;
  /** Characters of text that were left out, because they are far from the viewport or too many. */
  readonly farText: number;
  /** Milliseconds. */
  readonly tookMs: number;
  /** The number that the next new element gets. */
  readonly next: number;
  /** True when no start script recorded closed shadow roots from the beginning of the document. */
  readonly lateAttach: boolean;
  /** A script has set HTML in a way that may hold shadow roots. */
  readonly unsafeHtml: boolean;
  /** True when a layer above the page leaves nothing of it visible and usable. */
  readonly hasBlockingLayer: boolean;
  /** Number of controls in view outside layers, and of those of them that are occluded; inner frames do not count. */
  readonly behind: number;
  readonly covered: number;
  readonly content: readonly RawNode[];
}

/** Pixels relative to the frame's viewport: x, y, width, height. */
export type RawBox = readonly [number, number, number, number];

export type RawNode = RawGroup | RawItem | RawText | RawImage | RawSlot;

/** A landmark, form, list, table, row or dialog. */
export interface RawGroup {
  readonly type: 'group';
  readonly role: string;
  readonly name: string;
  readonly box: RawBox;
  /** Lies in the top layer. */
  readonly top: boolean;
  readonly content: readonly RawNode[];
  /** Of a cell that spans others or states its column. */
  readonly cell?: RawCell;
  /** Of a row that begins a part of its table, follows rows that are not here, or states its first column. */
  readonly row?: RawRow;
}

/** Column and span of a cell. */
export interface RawCell {
  /** `aria-colindex`, from 1; 0 when it is not stated. */
  readonly column: number;
  /** At least 1, at most 1,000. */
  readonly columns: number;
  /** 0 for all further rows of this part of the table. */
  readonly rows: number;
}

/** Position of a row in its part of a table, such as `tbody`. */
export interface RawRow {
  /** `aria-colindex` of its first cell, from 1; 0 when it is not stated. */
  readonly column: number;
  /** No cell of a row above reaches into it. */
  readonly isFirst: boolean;
  /** Rows directly above it that take up space and show nothing. */
  readonly skipped: number;
}

/** An interactive element. */
export interface RawItem {
  readonly type: 'item';
  readonly number: number;
  readonly kind: string;
  readonly name: string;
  readonly value: string | null;
  readonly flags: readonly string[];
  readonly hints: readonly string[];
  readonly box: RawBox;
  readonly why: string;
  readonly tag: string;
  readonly options:
    | readonly { readonly label: string; readonly value: string; readonly selected: boolean }[]
    | null;
  readonly href: string | null;
}

/** A run of text. `level` is 0 unless it is a heading; `message` marks errors (`alert`) and other messages (`status`). */
export interface RawText {
  readonly type: 'text';
  readonly text: string;
  readonly level: number;
  readonly message: 'alert' | 'status' | null;
  readonly box: RawBox;
}

/** A picture that is not a control. */
export interface RawImage {
  readonly type: 'image';
  readonly name: string;
  readonly source: string;
  readonly box: RawBox;
}

/** The place of an inner frame; the box is that of its content. */
export interface RawSlot {
  readonly type: 'slot';
  readonly number: number;
  readonly title: string;
  readonly box: RawBox;
  /** Part of the `iframe` element that is left after clipping and scrolling. */
  readonly seen: RawBox;
  /** Lies in the top layer. */
  readonly top: boolean;
  /** True when another element may lie on top of it. */
  readonly mayBeOccluded: boolean;
}

/** Selectors by which other tools find an element. */
export interface RawSelector {
  /** Finds the element and nothing else; hops into shadow roots are joined by ` >> `. */
  readonly css: string;
  /** Absolute; null inside shadow roots. */
  readonly xpath: string | null;
}

/** Request for one read. */
export interface RawRequest {
  /** `action` may leave out text far from the viewport; the others get all of it. */
  readonly mode: 'action' | 'extract' | 'verify';
  /** Elements that the read may enter; those in the top layer and near the viewport come first. */
  readonly maximumNodes: number;
  /** Milliseconds of the reader's own time after which it ends all the same, so that there is a view. */
  readonly maximumMs: number;
  /**
   * Source of listeners and framework handlers: `ask` the probe in the page's own world by an event, take the
   * `given` report, or from nowhere.
   */
  readonly listeners: 'ask' | 'given' | 'none';
  /** The report of the probe, for `given`. */
  readonly report: string;
  /** Follow-up numbers are at least this, so that ids continue across documents. */
  readonly from: number;
}
