import { randomUUID } from 'node:crypto';
import {
  type BrowserSession,
  type BrowserSessionRow,
  defaults,
  isFinalBrowserSession,
  type Run,
} from '@runwright/contract';
import type { OpenBrowser } from '../api/browser-sessions-api.ts';
import type { JoinSession } from '../browser/join-session.ts';
import type { BrowserControl } from '../live/browser-control.ts';
import { endRunOfSession, endSession } from './end-session.ts';
import { type HeldSession, type HoldDeps, holdSession } from './held-session.ts';
import { refuseSession } from './refuse-session.ts';

/** The browsers of stored sessions that this process holds, and the end of those that nobody holds any more. */
export interface SessionHost {
  /** Ends what a dead process has left, and begins to take sessions that nobody holds. */
  start(): Promise<void>;
  /** Takes sessions that were created meanwhile. */
  take(): Promise<void>;
  /** Opens the browser of a session that is about to be created in another way than the driver does. */
  useBrowser(browserSessionId: string, open: OpenBrowser): void;
  /** Who has the leases of the sessions that this process holds; of this process alone. */
  readonly owner: string;
  /** Tests whether this process has the lease of a session. */
  holds(browserSessionId: string): boolean;
  /** Returns why this process opens no further session of an organization; null when it does. */
  refusal(organizationId: string): Promise<string | null>;
  /** Resolves when the browser of a session that this process holds is up, or has ended. */
  whenReady(browserSessionId: string): Promise<void>;
  readonly join: JoinSession;
  /** The browser of a session; null when this process does not hold it, or it is not up. */
  browserOf(browserSessionId: string): BrowserSession | null;
  /** Who has control of the browser of a session; null when this process does not hold it, or it is not up. */
  controlOf(browserSessionId: string): BrowserControl | null;
  /**
   * Tells where a claimed run can be executed: `here`, or `elsewhere` when its session is not up or held by another worker.
   * A run whose session has `ended` is ended too.
   */
  placeOf(run: Run): Promise<'here' | 'elsewhere' | 'ended'>;
  /** Ids of the runs that use the sessions whose browsers this process holds. */
  runsOfSessions(): Promise<readonly string[]>;
  /** Closes a session; false when this process does not hold it. Resolves when its browser is closed. */
  close(browserSessionId: string): Promise<boolean>;
  /** Closes all in order. */
  stop(): Promise<void>;
}

const startMs = defaults.browserSession.startSeconds * 1000;
const pollMs = 2500;

/** Creates the host of the sessions of one engine. */
export function createSessionHost(deps: HoldDeps): SessionHost {
  const { store, clock, settings } = deps;
  // Of this process alone: its successor with the same name does not hold its browsers.
  const owner = `${settings.workerId}/${randomUUID()}`;
  const held = new Map<string, HeldSession>();
  const openers = new Map<string, OpenBrowser>();
  const stopping = new AbortController();
  const mayHold = deps.browser !== null && settings.concurrency > 0;
  let isStarted = false;
  let taking: Promise<void> = Promise.resolve();
  let polling: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | null = null;

  const host: SessionHost = {
    owner,
    async start() {
      if (isStarted) return;
      isStarted = true;
      if (settings.takeOver) await store.browserSessions.endLeases();
      await host.take();
      polling = poll();
    },
    take() {
      taking = taking.then(takeAll, takeAll);
      return taking;
    },
    useBrowser(browserSessionId, open) {
      openers.set(browserSessionId, open);
    },
    holds: (browserSessionId) => held.has(browserSessionId),
    refusal: (organizationId) => refuseSession(deps, organizationId),
    whenReady: async (browserSessionId) => held.get(browserSessionId)?.ready,
    join: (browserSessionId, guest) => held.get(browserSessionId)?.join(guest) ?? null,
    browserOf: (browserSessionId) => held.get(browserSessionId)?.browser ?? null,
    controlOf: (browserSessionId) => held.get(browserSessionId)?.control ?? null,
    async placeOf(run) {
      const { browserSessionId } = run.settings;
      if (!browserSessionId || held.get(browserSessionId)?.browser) return 'here';
      const row = await store.browserSessions.find(browserSessionId);
      if (row !== null && !isFinalBrowserSession(row.status)) return 'elsewhere';
      await endRunOfSession(deps, run.runId, browserSessionId);
      return 'ended';
    },
    async runsOfSessions() {
      const up = [...held].flatMap(([id, { browser }]) => (browser ? [id] : []));
      const rows = await Promise.all(up.map((id) => store.browserSessions.find(id)));
      return rows.flatMap((row) => row?.runnableId ?? []);
    },
    async close(browserSessionId) {
      const session = held.get(browserSessionId);
      await session?.close();
      return session !== undefined;
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
  return host;

  async function poll(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await clock.sleep(pollMs, { signal }).catch(() => undefined);
      // A store that does not answer now is asked again a moment later.
      if (!signal.aborted) await host.take().catch(() => undefined);
    }
  }

  async function takeAll(): Promise<void> {
    if (!isStarted || stopping.signal.aborted) return;
    const now = clock.now();
    for (const row of await store.browserSessions.unowned(now)) {
      const { browserSessionId, status, createdAt } = row;
      if (held.has(browserSessionId)) continue;
      if (status === 'running') await endSession(deps, browserSessionId, workerLost);
      else if (createdAt + startMs <= now) await endSession(deps, browserSessionId, notStarted);
      else if (mayHold) await takeOne(row);
    }
  }

  async function takeOne({ browserSessionId, organizationId }: BrowserSessionRow): Promise<void> {
    const leavePlace = await deps.browserPlaces.tryTake({ organizationId, runId: null, ancestors: [] });
    // Another worker may have a place.
    if (leavePlace === null) return;
    const { leaseMs } = settings;
    const row = await store.browserSessions
      .claim(browserSessionId, { owner, leaseMs, now: clock.now() })
      .catch((error: unknown) => {
        leavePlace();
        throw error;
      });
    if (row === null) return leavePlace();
    const open = openers.get(browserSessionId);
    openers.delete(browserSessionId);
    const browser = open && deps.browser ? { ...deps.browser, open } : deps.browser;
    const session = holdSession({ ...deps, browser }, row, owner);
    held.set(browserSessionId, session);
    void session.ended.then(() => {
      held.delete(browserSessionId);
      leavePlace();
    });
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await polling;
    await taking.catch(() => undefined);
    await Promise.all([...held.values()].map((session) => session.close()));
  }
}

const workerLost = {
  status: 'failed',
  reason: 'The worker that held the browser died or stood still.',
} as const;

const notStarted = {
  status: 'failed',
  reason: `The browser did not start within ${defaults.browserSession.startSeconds} s: no worker with a free browser took the session.`,
} as const;
