import type { BrowserSession } from './browser-session.ts';
import type { OpenOptions } from './open-options.ts';

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
