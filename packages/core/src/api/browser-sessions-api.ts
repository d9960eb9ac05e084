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

/** Where a WebSocket is passed on to, and the header that it needs there. */
export interface SessionHop {
  /** Of a process of this service, http or https. It never comes from a user. */
  readonly url: string;
  readonly authorization: string;
}

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
   * Where the debug address of a session is served: the address that the WebSocket of a client is passed on to, in this process or in the
   * worker that holds the browser. Throws `conflict` when the session is not running or has no such address, and `unavailable` when the
   * process that holds it cannot be reached.
   *
   * @param options `onlyHere`: true in the process that was asked by another one; default false
   */
  debugHop(
    organizationId: string,
    browserSessionId: string,
    options?: { readonly onlyHere?: boolean },
  ): Promise<SessionHop>;
  /** The organization for which another process of the service asks for a debug address, by the header of {@link SessionHop}; null for others. */
  verifyDebugHop(authorization: string | undefined, browserSessionId: string): string | null;
}
