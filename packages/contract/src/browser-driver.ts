import type { BrowserSession } from './browser-session.ts';
import type { BrowserProfiles } from './browser-state.ts';
import type { OpenOptions } from './open-options.ts';

/** Opens browsers. */
export interface BrowserDriver<Native = unknown> {
  readonly specVersion: 'v1';
  readonly name: string;
  /** Optional capabilities of this driver's sessions. `profiles`: they take `state` and `profile`, and have `state`. */
  readonly capabilities: { readonly downloads?: true; readonly recording?: true; readonly profiles?: true };
  /** Opens a browser of its own. Throws `browser_failed` with what to do when none can be started. */
  open(options: OpenOptions): Promise<BrowserSession<Native>>;
  /**
   * Joins a running browser at an http, https, ws or wss address, with the cookies it has and a new tab, or with an open page
   * (`targetId`). Closing the
   * session closes what it opened and leaves the browser running. Throws `egress_denied` when the policy refuses the
   * address, and `browser_failed` when no browser answers there. Absent: this driver cannot.
   */
  attach?(address: string, options: OpenOptions): Promise<BrowserSession<Native>>;
  /** The profiles that this driver keeps. Absent: it keeps none. */
  readonly profiles?: BrowserProfiles;
  /** Ends browsers that a dead owner left behind; call it once at start. */
  reap?(): Promise<number>;
  /** Closes every browser that is still open. */
  close(): Promise<void>;
}
