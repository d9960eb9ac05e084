/** What the in-page reader hands over for one frame, before it is checked. Everything in it is the page's word. */
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
  /** Nodes that were looked at, and elements that a cap left unread. */
  readonly nodes: number;
  readonly unread: number;
  /** Characters of text that were left out, because they are far from the viewport or too many. */
  readonly farText: number;
  /** Milliseconds. */
  readonly tookMs: number;
  /** The number that the next new element gets. */
  readonly next: number;
  /** Nobody noted closed shadow roots when the document began. */
  readonly lateAttach: boolean;
  /** A script has set HTML in a way that may hold shadow roots. */
  readonly unsafeHtml: boolean;
  /** A layer lies above the page that leaves nothing of it to see and to use. */
  readonly layered: boolean;
  /** So much in view does not lie in a layer, and so much of that is covered; inner frames do not count. */
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
}

/** Something that can be acted on. */
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

/** A run of text. `level` is 0 unless it is a heading; `alert` marks errors and messages. */
export interface RawText {
  readonly type: 'text';
  readonly text: string;
  readonly level: number;
  readonly alert: boolean;
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
  /** What of the `iframe` element is left after clipping and scrolling. */
  readonly seen: RawBox;
  /** Lies in the top layer. */
  readonly top: boolean;
  /** Something may lie on top of it. */
  readonly mayBeCovered: boolean;
}

/** How an element is found again by other tools. */
export interface RawSelector {
  /** Finds the element and nothing else; hops into shadow roots are joined by ` >> `. */
  readonly css: string;
  /** Absolute; null inside shadow roots. */
  readonly xpath: string | null;
}

/** What one read is asked for. */
export interface RawRequest {
  /** `action` may leave out text far from the viewport; the others get all of it. */
  readonly mode: 'action' | 'extract' | 'verify';
  readonly maximumNodes: number;
  readonly softTimeMs: number;
  /** Ask the witness for listeners and handlers of frameworks. */
  readonly hears: boolean;
  /** Follow-up numbers are at least this, so that ids continue across documents. */
  readonly from: number;
}
