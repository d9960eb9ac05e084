import type {
  Artifact,
  BrowserSession,
  BrowserSessionRequest,
  BrowserSessionRow,
  OpenOptions,
  StoredFile,
} from '@runwright/contract';

/** A browser session with what it has brought, newest first. */
export interface BrowserSessionDetails {
  readonly session: BrowserSessionRow;
  /** Files that its pages have downloaded. */
  readonly files: readonly StoredFile[];
  /** Videos; they are there after its end. */
  readonly recordings: readonly Artifact[];
}

/** Opens the browser of one session in the place of the engine's browser driver, in this process. */
export type OpenBrowser = (options: OpenOptions) => Promise<BrowserSession>;

/** Browser sessions: browsers that live across runs. */
export interface BrowserSessionsApi {
  /**
   * Creates a session, status `created`; does not wait for its browser. Throws `not_found` for an unknown profile and
   * `unavailable` when as many sessions are open as may be.
   *
   * @param options `open`: opens its browser, such as one of the host's own. Default: the driver of the engine does. This
   *   engine must be started then, because no other process can call it; else `conflict`
   */
  create(
    organizationId: string,
    request?: BrowserSessionRequest,
    options?: { readonly open?: OpenBrowser },
  ): Promise<BrowserSessionDetails>;
  /**
   * Waits until the browser of a session is up and returns it. Throws `conflict` when the session has ended, with its reason,
   * or when another process holds its browser. The caller does not close it: `close` of the session does.
   */
  browser(
    organizationId: string,
    browserSessionId: string,
    options: { readonly signal: AbortSignal },
  ): Promise<BrowserSession>;
  get(organizationId: string, browserSessionId: string): Promise<BrowserSessionDetails>;
  /** Those that are not final, newest first. */
  list(organizationId: string): Promise<readonly BrowserSessionDetails[]>;
  /**
   * Closes a session; one that is final stays as it is. A run that uses it fails with `browser_lost`. Resolves when the browser
   * is closed, or after 10 s, when it is killed.
   */
  close(organizationId: string, browserSessionId: string): Promise<void>;
  /**
   * JPEG frames of the active tab as it changes. Throws `conflict` when the session is not running, or when its browser is
   * held by another process.
   */
  live(
    organizationId: string,
    browserSessionId: string,
    options: { readonly signal: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array>>;
  /** A token that opens the live view of this session alone, for 60 s. `expiresAt` is epoch ms. */
  liveToken(
    organizationId: string,
    browserSessionId: string,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** The organization for which a token opens the live view of a session; null when it does not. */
  verifyLiveToken(token: string, browserSessionId: string): string | null;
}
