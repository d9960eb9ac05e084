import type { PageAction } from './action.ts';
import type { ActionResult } from './action-result.ts';
import type { OpenedFile } from './file.ts';
import type { DialogHandler, PageEvent } from './page-event.ts';
import type { PageView, ReadMode } from './page-view.ts';
import type { RecordedTarget, TargetMatch } from './recorded-target.ts';

/** An open tab. */
export interface TabInfo {
  readonly tab: string;
  readonly url: string;
  /** Null while the page is too busy to say it within a second, and after a crash. */
  readonly title: string | null;
  readonly active: boolean;
}

/** A picture of the page. */
export interface Image {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg';
  /** Pixels of the picture: those of CSS, unless it was made smaller. */
  readonly width: number;
  readonly height: number;
  /** Size of what the picture shows, in CSS pixels. */
  readonly cssWidth: number;
  readonly cssHeight: number;
}

/** Area and size of a screenshot. */
export interface ScreenshotRequest {
  /**
   * Up to so many screens from the top of the page, at most 30. Default 0, the viewport as it is, which is also what a
   * page shows whose dialog or menu is open.
   */
  readonly scrolls?: number | 'all';
  /** Pixels of the longer edge: a larger picture is made smaller. Default: no limit. */
  readonly maxEdge?: number;
  /**
   * Part of the viewport in CSS pixels, cut to it; `scrolls` has no effect then. It is drawn larger, up to `maxEdge` and 4 times.
   * Default: all of it.
   */
  readonly clip?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Default `png`. */
  readonly format?: 'png' | 'jpeg';
  /**
   * Ids of elements to mark in the picture, where the elements stand: a thin box, and the id as a label at its corner. Nothing
   * is put onto the page for it. Elements that are gone, covered or outside of the picture are left out, and a driver that
   * cannot draw leaves out all of them. Default: none.
   */
  readonly marks?: readonly string[];
  readonly signal: AbortSignal;
}

/** Origin and reason of an action, for the record; without effect on the page. */
export interface ActionOrigin {
  readonly stepId: string | null;
  readonly order: number;
  readonly reasoning: string | null;
}

/** The active tab of a session, through which an agent reads and acts. */
export interface PageDriver {
  /** Reads the page. Throws `browser_failed` when the page or browser is gone. */
  read(request: {
    readonly mode: ReadMode;
    /** Tokens; default 6,000, at most 20,000. Mode `extract` has no limit unless one is given. */
    readonly budget?: number;
    /** Bytes of UTF-8 that one token of the model is, for the budget; default 3.6. */
    readonly bytesPerToken?: number;
    /** Folds, selects, landmarks and frames that print whole in this view; the action `expand` does so for good. */
    readonly expand?: readonly string[];
    /**
     * The caller still holds the view of this epoch: when it was the last whole one in mode `action`, the page is the
     * same and most of it is unchanged, the text names only the differences and the view says so in its `since`.
     */
    readonly since?: number;
    /**
     * Elements that the view of this epoch did not have are marked as new, for a caller who has read the page in between
     * without showing it. One of the last 16 views of the tab. Default: the newest view in mode `action`.
     */
    readonly newSince?: number;
    readonly signal: AbortSignal;
  }): Promise<PageView>;
  /**
   * Performs one action and waits until the page stands still. Throws `browser_failed` when the browser is gone
   * and `canceled` when the signal is aborted; everything else is a result.
   */
  act(
    action: PageAction,
    when: {
      readonly epoch: number;
      readonly origin?: ActionOrigin;
      /** Answers what the page asks meanwhile, when the action does not. Default: that of the session. */
      readonly decideDialog?: DialogHandler;
      /** Brings the files that an `upload_file` names; set by the engine. Default: none are to be had. */
      readonly file?: (reference: string) => Promise<OpenedFile>;
      readonly signal: AbortSignal;
    },
  ): Promise<ActionResult>;
  /**
   * Finds the elements of the page that may be the one that an earlier action was about, best first: at most 6, and
   * those that a selector finds. Reads the
   * page anew without making a view, so that the ids can be acted on at once. Throws like {@link PageDriver.read}. Absent:
   * this driver keeps no fingerprints.
   */
  findSimilar?(
    target: RecordedTarget,
    request: { readonly signal: AbortSignal },
  ): Promise<readonly TargetMatch[]>;
  /** A picture of the viewport, or of more. Fields that hold a secret are painted over. */
  screenshot(request: ScreenshotRequest): Promise<Image>;
  /**
   * The active tab as it would be printed, a PDF with pages of `format`; `footer` stands at the foot of each. What
   * `screenshot` paints over is not in it either. Throws `browser_failed` when the browser does not print, such as one
   * with a window, and `canceled` when the signal is aborted. Absent: this driver cannot print.
   */
  pdf?(request: {
    readonly format: 'A4' | 'Letter' | 'Legal' | 'Tabloid';
    readonly landscape: boolean;
    /** Colours and pictures behind the text. */
    readonly background: boolean;
    readonly footer: string | null;
    readonly signal: AbortSignal;
  }): Promise<Uint8Array>;
  /** The serialised document of the active tab. */
  html(request: { readonly signal: AbortSignal }): Promise<string>;
  /** The tabs of this session, without those of sessions that `tab` has opened; secrets masked. */
  tabs(): Promise<readonly TabInfo[]>;
  /**
   * What happens to the session from now on, whoever caused it, beside the events of results; secrets masked. Ends when the
   * signal is aborted or the session is gone.
   */
  events(request: { readonly signal: AbortSignal }): AsyncIterable<PageEvent>;
}
