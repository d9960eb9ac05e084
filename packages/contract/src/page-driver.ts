import type { PageAction } from './action.ts';
import type { ActionResult } from './action-result.ts';
import type { PageView, ReadMode } from './page-view.ts';

/** An open tab. */
export interface TabInfo {
  readonly tab: string;
  readonly url: string;
  readonly title: string;
  readonly active: boolean;
}

/** A picture of the page. */
export interface Image {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg';
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Who asks for an action and why; kept in the record, without influence on the page. */
export interface ActionOrigin {
  readonly stepId: string | null;
  readonly order: number;
  readonly reasoning: string | null;
}

/** The active tab of a session, through which an agent reads and acts. */
export interface PageDriver {
  /** Reads the page. `budget` is in tokens (default 6,000). Throws `browser_failed` when the page or browser is gone. */
  read(request: {
    readonly mode: ReadMode;
    readonly budget?: number;
    readonly signal: AbortSignal;
  }): Promise<PageView>;
  /**
   * Performs one action and waits until the page stands still. Throws `browser_failed` when the browser is gone
   * and `canceled` when the signal is aborted; everything else is a result.
   */
  act(
    action: PageAction,
    when: { readonly epoch: number; readonly origin?: ActionOrigin; readonly signal: AbortSignal },
  ): Promise<ActionResult>;
  /** A PNG of the viewport; with `scrolls`, of up to that many screens from the top. Secret fields are painted over. */
  screenshot(request: { readonly scrolls?: number; readonly signal: AbortSignal }): Promise<Image>;
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
}
