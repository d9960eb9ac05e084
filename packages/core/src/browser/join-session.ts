import type { BrowserSession } from '@runwright/contract';

/** A run's part in a browser session, while it uses the browser of it. */
export interface SessionGuest {
  /** Puts the secrets of the run in place of their placeholders. */
  readonly reveal: (text: string, origin: string) => string;
}

/** Joins the browser of a stored session that this process holds; null when it does not. */
export type JoinSession = (
  browserSessionId: string,
  guest: SessionGuest,
) => { readonly session: BrowserSession; readonly leave: () => void } | null;
