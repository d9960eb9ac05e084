import {
  type BrowserCookie,
  type BrowserDriver,
  type OpenOptions,
  type Recording,
  RunwrightError,
} from '@runwright/contract';
import type { FakePage } from './fake-browser/fake-page.ts';
import { type FakeSession, fakeSession } from './fake-browser/fake-session.ts';

export type { FakeDownload } from './fake-browser/fake-downloads.ts';
export type { FakeElement, FakeOutcome, FakePage, FakeState } from './fake-browser/fake-page.ts';
export type { FakeActionCall, FakeSession } from './fake-browser/fake-session.ts';

/** A browser driver without a browser. */
export interface FakeBrowser extends BrowserDriver<null> {
  /** Every session that was opened, the newest last. */
  readonly sessions: readonly FakeSession[];
  open(options: OpenOptions): Promise<FakeSession>;
  /** Cookies that sessions opened from now on begin with, beside those of their state. Default: none. */
  bring(cookies: readonly BrowserCookie[]): void;
}

/** The pages there are. */
export interface FakeBrowserOptions {
  /** An address that no page has fails with `navigation_failed`. */
  readonly pages: readonly FakePage[];
  /** Whether a session opens tabs. Default true. */
  readonly tabs?: boolean;
  /** Whether a session prints: its page's text, as a PDF. Default false. */
  readonly prints?: boolean;
  /** What a session hands over as its recordings, of the kinds that it was asked for. Default: it records nothing. */
  readonly recordings?: readonly Recording[];
}

/**
 * A {@link BrowserDriver} that shows scripted pages and records what is done to them: links lead to their pages, fields
 * keep what is typed, and `onAction` of a page decides the rest. Egress policy and secrets work as in a real driver.
 */
export function fakeBrowser({
  pages,
  tabs = true,
  prints = false,
  recordings,
}: FakeBrowserOptions): FakeBrowser {
  const sessions: FakeSession[] = [];
  let brought: readonly BrowserCookie[] = [];
  return {
    specVersion: 'v1',
    name: 'fake',
    capabilities: { downloads: true, ...(recordings ? { recording: true } : {}) },
    sessions,
    async open(options) {
      if (options.signal.aborted) {
        throw new RunwrightError('canceled', 'Opening the fake browser was canceled.', {
          cause: options.signal.reason,
        });
      }
      const session = fakeSession(`fake-${sessions.length + 1}`, pages, {
        ...options,
        tabs,
        prints,
        ...(recordings ? { recordings } : {}),
      });
      session.cookies.push(...brought);
      sessions.push(session);
      return session;
    },
    bring(cookies) {
      brought = cookies;
    },
    async close() {
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}
