import type { PageAction } from './action.ts';
import type { VisibleElement } from './element.ts';
import type { JsonObject } from './json.ts';
import type { EgressPolicy } from './network.ts';

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

/** What an action came to. A failed action is a result, not an exception. */
export interface ActionResult {
  readonly status: 'ok' | 'failed' | 'no_effect';
  /**
   * Why it failed: `stale_target`, `ambiguous_target`, `covered`, `disabled`, `value_mismatch`, `state_mismatch`,
   * `no_option`, `blocked_destination`, `navigation_failed`, `secret_refused`, `timeout`, `unsupported`.
   */
  readonly code?: string;
  /** A sentence for the model and the record; no secret in it. */
  readonly message: string;
  /** Name and kind of the element that was acted on. */
  readonly target?: { readonly id: string; readonly kind: string; readonly name: string };
  /** How it was carried out: real input events, keys, or a DOM call. */
  readonly dispatch?: 'pointer' | 'keyboard' | 'dom' | 'navigation' | 'none';
  readonly settle: { readonly reason: 'quiet' | 'cap' | 'navigation' | 'none'; readonly durationMs: number };
  readonly urlBefore: string;
  readonly urlAfter: string;
  /** Files, dialogs and tabs that the action brought. */
  readonly events: readonly PageEvent[];
  /** Id of the recorded action; set by the engine. */
  readonly actionId?: string;
}

/** Something that happened to the browser by itself. */
export type PageEvent =
  | {
      readonly type: 'dialog';
      readonly kind: string;
      readonly text: string;
      readonly decision: 'accepted' | 'dismissed';
    }
  | { readonly type: 'popup'; readonly tab: string; readonly url: string }
  | { readonly type: 'download'; readonly filename: string; readonly url: string }
  | { readonly type: 'navigation'; readonly url: string }
  | { readonly type: 'crash'; readonly message: string };

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

/** A browser that is open for a run. Closing it ends every process that it started. */
export interface BrowserSession<Native = unknown> extends AsyncDisposable {
  readonly id: string;
  /** Escape hatch to the driver's own object; code that uses it is tied to one driver. */
  readonly native: Native;
  readonly page: PageDriver;
  /** What the record says about the browser: name, version, what was asked for. */
  readonly about: { readonly browser: string; readonly version: string; readonly notices: readonly string[] };
  /** Aborted when the browser is gone: crashed, killed or closed. */
  readonly gone: AbortSignal;
  /**
   * Opens a tab, blank at first, as a session of its own: cookies are shared with this one, and what its pages open
   * belongs to it: windows, downloads, dialogs. Closing it closes its tabs, and closing this session closes it. Throws
   * `browser_failed` when the browser is gone and `canceled` when the signal is aborted. Absent: there is one page at a
   * time, and iterations of a loop that run at once take turns.
   */
  tab?(options: { readonly signal: AbortSignal }): Promise<BrowserSession<Native>>;
  close(): Promise<void>;
}

/** What a browser is opened with. */
export interface OpenOptions {
  /** Every request of the browser passes this policy. */
  readonly egress: EgressPolicy;
  /**
   * Puts real values in place of secret placeholders, for the frame with this origin; called inside `act` only.
   * Throws `secret_unavailable` for an unknown placeholder or an origin that may not have it.
   */
  readonly reveal: (text: string, origin: string) => string;
  /** Proxy server URL. Default: none. */
  readonly proxy?: string;
  /** Headers added to every request of the page. */
  readonly extraHttpHeaders?: Readonly<Record<string, string>>;
  readonly browserType?: 'browser_a' | 'browser_b';
  /** CSS pixels; default 1280 x 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly signal: AbortSignal;
}

/** Opens browsers. */
export interface BrowserDriver<Native = unknown> {
  readonly specVersion: 'v1';
  readonly name: string;
  readonly capabilities: { readonly downloads?: true; readonly recording?: true; readonly profiles?: true };
  /** Opens a browser of its own. Throws `browser_failed` with what to do when none can be started. */
  open(options: OpenOptions): Promise<BrowserSession<Native>>;
  /** Joins a running browser. Absent: this driver cannot. */
  attach?(address: string, options: OpenOptions): Promise<BrowserSession<Native>>;
  /** Ends browsers that a dead owner left behind; call it once at start. */
  reap?(): Promise<number>;
  /** Closes every browser that is still open. */
  close(): Promise<void>;
}

/** Narrow form of a recorded action result, for the timeline. */
export function resultRecord(result: ActionResult): JsonObject {
  return {
    status: result.status,
    code: result.code ?? null,
    message: result.message,
    target: result.target ? { ...result.target } : null,
    dispatch: result.dispatch ?? null,
    settle: { ...result.settle },
    url_before: result.urlBefore,
    url_after: result.urlAfter,
    events: result.events.map((event) => ({ ...event })),
  };
}
