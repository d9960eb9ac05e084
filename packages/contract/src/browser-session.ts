import type { BrowserState, TabState } from './browser-state.ts';
import type { BrowserDownloads } from './download.ts';
import type { LiveFrame } from './live-frame.ts';
import type { ManualControl } from './manual-input.ts';
import type { PageDriver } from './page-driver.ts';
import type { Recording } from './recording.ts';

/** A browser that is open for a run. Closing it ends every process that it started. */
export interface BrowserSession<Native = unknown> extends AsyncDisposable {
  readonly id: string;
  /** Escape hatch to the driver's own object; code that uses it is tied to one driver. */
  readonly native: Native;
  readonly page: PageDriver;
  /**
   * Description of the browser for the record: name, version, what was asked for. Notices may be added until it is closed,
   * such as how many requests an ad blocker has kept away.
   */
  readonly about: {
    readonly browser: string;
    readonly version: string;
    readonly notices: readonly string[];
    /**
     * Result of the self-check of page reading at the start: `events` is the fast connection, `protocol`
     * the documented one behind it, used when the fast one `missed` something. Absent: this driver checks nothing.
     */
    readonly reader?: { readonly connection: 'events' | 'protocol'; readonly missed: readonly string[] };
  };
  /** Aborted when the browser is gone: crashed, killed or closed. */
  readonly gone: AbortSignal;
  /** Files that its pages bring. Absent: this driver keeps none. */
  readonly downloads?: BrowserDownloads;
  /**
   * Opens a tab, blank at first, as a session of its own: cookies are shared with this one, and what its pages open
   * belongs to it: windows, downloads, dialogs. Closing it closes its tabs, and closing this session closes it. Throws
   * `browser_failed` when the browser is gone and `canceled` when the signal is aborted. Absent: there is one page at a
   * time, and iterations of a loop that run at once take turns.
   */
  tab?(options: { readonly signal: AbortSignal }): Promise<BrowserSession<Native>>;
  /**
   * Cookies and storage of the pages that were visited. Throws `browser_failed` when the browser is gone and `canceled`
   * when the signal is aborted. Absent: this driver cannot tell.
   *
   * `incremental`: what cannot have changed since it was last read may be taken from there, which is faster for a caller
   * that asks after each step. It does not see what was changed through `native` where no page is open. Default false:
   * everything is read anew.
   */
  state?(options: { readonly signal: AbortSignal; readonly incremental?: boolean }): Promise<BrowserState>;
  /**
   * The tabs of this session in the order of their opening, without those of sessions that `tab` has opened and without
   * those of others in a browser that was attached. Throws as `state` does. Absent: this driver cannot tell.
   */
  tabStates?(options: { readonly signal: AbortSignal }): Promise<readonly TabState[]>;
  /**
   * Loads tabs again in a session that nobody has used yet, with GET requests, and resolves with the number of those that
   * were loaded. A page that cannot be loaded, or has no http address, leaves its tab as it is. Throws as `state` does.
   * Absent unless the session has `tabStates`.
   */
  loadTabs?(tabs: readonly TabState[], options: { readonly signal: AbortSignal }): Promise<number>;
  /** Writes `state` into the profile that the session was opened with. Absent unless that profile is `writable`. */
  saveProfile?(options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Recordings of the session and its tabs, the video of the session itself last. Resolves when the browser is gone, also
   * after a crash, then with what there is. Absent: this driver records nothing.
   */
  recordings?(): Promise<readonly Recording[]>;
  /**
   * Address on loopback, with a random port and an unguessable token, at which debug clients drive the browser: absent unless
   * it was opened with `expose`. Every request of the pages still passes the egress policy. It is dead when the session is gone.
   */
  readonly address?: string;
  /**
   * Frames of the active tab as it changes, without the secrets of its fields, several viewers at once. A frame that is not taken in time
   * is left out. Ends when the signal is aborted or the browser is gone. Absent: this driver shows nothing.
   */
  screencast?(options: { readonly signal: AbortSignal }): AsyncIterable<LiveFrame>;
  /** Begins to take the input of a person; the caller releases it. Absent: this driver takes none. */
  manualControl?(): ManualControl;
  /** Replaces the headers of `OpenOptions.extraHttpHeaders`, with the same limits. Absent: they stay as they are. */
  setExtraHttpHeaders?(headers: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}
