import { type BrowserSession, type BrowserSessionRow, defaults, errorMessage } from '@runwright/contract';
import { browserUptime } from '../billing/browser-uptime.ts';
import type { JoinSession, SessionGuest } from '../browser/join-session.ts';
import { readState } from '../browser/read-state.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { type BrowserControl, createBrowserControl } from '../live/browser-control.ts';
import { enqueueRuns } from '../runs/enqueue-runs.ts';
import { endSession, type SessionEnd } from './end-session.ts';
import { type OpenSessionDeps, openSessionBrowser } from './open-session.ts';
import { downloadKeeper, keepRecording } from './session-files.ts';

/** Dependencies of holding the browser of a session. */
export type HoldDeps = OpenSessionDeps &
  Pick<
    EngineDeps,
    | 'store'
    | 'artifacts'
    | 'storage'
    | 'clock'
    | 'makeId'
    | 'settings'
    | 'queue'
    | 'cancels'
    | 'changes'
    | 'ends'
    | 'states'
    | 'billing'
    | 'browserPlaces'
    | 'report'
  >;

/** The browser of a stored session, which this process holds. */
export interface HeldSession {
  /** The browser; null before it is up and after its end. */
  readonly browser: BrowserSession | null;
  /** Who has control of the browser; null while there is none. */
  readonly control: BrowserControl | null;
  join(guest: SessionGuest): ReturnType<JoinSession>;
  /** Ends it in order. Resolves when the browser is closed and what it leaves is stored. */
  close(): Promise<void>;
  /** Resolves when its browser is up, or it has ended without one. */
  readonly ready: Promise<void>;
  /** Resolves when nothing of it is left here. */
  readonly ended: Promise<void>;
}

const { startSeconds, mostMinutes } = defaults.browserSession;
/** The row is read this often: another process may have closed the session. */
const pollMs = 500;
/** A browser that has not closed by then goes on closing in the background; its driver kills it. */
const closeMs = 10_000;
/** Of these, time to read its state. */
const stateMs = 5_000;

/** Opens the browser of a session whose lease this `owner` has, and watches it until its end. */
export function holdSession(deps: HoldDeps, row: BrowserSessionRow, owner: string): HeldSession {
  const { store, clock } = deps;
  const { browserSessionId: id, organizationId } = row;
  const closing = new AbortController();
  const guests: SessionGuest[] = [];
  let browser: BrowserSession | null = null;
  let control: BrowserControl | null = null;
  const uptime = browserUptime(deps.billing, { organizationId, runId: id }, () => clock.now());
  let keepDownloads = async (): Promise<void> => undefined;
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();
  const ended = hold()
    .catch(() => undefined)
    .finally(setReady);

  return {
    get browser() {
      return browser;
    },
    get control() {
      return control;
    },
    join(guest) {
      if (browser === null || control === null) return null;
      guests.push(guest);
      const joined = control.join(guest.control);
      const leave = async (): Promise<void> => {
        const index = guests.indexOf(guest);
        if (index !== -1) guests.splice(index, 1);
        await joined.leave();
      };
      return { session: browser, control, endControl: joined.leave, leave };
    },
    async close() {
      closing.abort();
      await ended;
    },
    ready,
    ended,
  };

  async function hold(): Promise<void> {
    const opened = await open();
    if (opened === null) return;
    const { startedAt } = opened;
    const reason = await watch(startedAt);
    await release(reason);
  }

  /** Null when it is over before it has begun. */
  async function open(): Promise<{ readonly startedAt: number } | null> {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, closing.signal]);
    const dueAt = row.createdAt + startSeconds * 1000;
    const renewing = renewUntil(signal);
    const late = clock.sleep(dueAt - clock.now(), { signal }).then(
      () => null,
      () => null,
    );
    const opening = openSessionBrowser(deps, row, () => guests.at(-1) ?? null, signal);
    const found = await Promise.race([opening.catch(errorMessage), late]);
    stop.abort();
    await renewing;
    if (found === null || typeof found === 'string') {
      if (closing.signal.aborted)
        await endSession(deps, id, { status: 'completed', reason: null }, { owner });
      else {
        const why = found ?? `it was not up within ${startSeconds} s.`;
        await endSession(
          deps,
          id,
          { status: 'failed', reason: `The browser did not start: ${why}` },
          { owner },
        );
      }
      // One that comes up after all is not left behind.
      const closed = opening.then(
        (lateOne) => lateOne.browser.close(),
        () => undefined,
      );
      await withinCloseTime(closed.catch(() => undefined));
      return null;
    }
    const startedAt = clock.now();
    const running = await store.browserSessions.change(
      id,
      {
        status: 'running',
        startedAt,
        modifiedAt: startedAt,
        notices: found.notices,
        browserAddress: found.browser.address ?? null,
      },
      { owner },
    );
    if (running === null) {
      await found.browser.close();
      return null;
    }
    browser = found.browser;
    control = createBrowserControl(browser, clock);
    setReady();
    uptime.start();
    keepDownloads = downloadKeeper(deps, row, browser);
    if (running.runnableId !== null) await enqueueRuns(deps, [running.runnableId]);
    return { startedAt };
  }

  async function renewUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(deps.settings.leaseMs / 3, { signal }).catch(() => undefined);
      if (!signal.aborted) await renew().catch(() => undefined);
    }
  }

  async function renew(): Promise<boolean> {
    const { leaseMs } = deps.settings;
    const claimed = await store.browserSessions.claim(id, { owner, leaseMs, now: clock.now() });
    return claimed !== null;
  }

  /** Resolves with how the session ends; null when it has ended elsewhere. */
  async function watch(startedAt: number): Promise<SessionEnd | null> {
    const gone = browser?.gone ?? closing.signal;
    const wake = AbortSignal.any([gone, closing.signal]);
    const dueAt = startedAt + row.timeoutMinutes * 60_000;
    const latestAt = startedAt + mostMinutes * 60_000;
    let renewedAt = clock.now();
    for (;;) {
      if (closing.signal.aborted) return { status: 'completed', reason: null };
      if (gone.aborted) return crashed;
      await clock.sleep(pollMs, { signal: wake }).catch(() => undefined);
      if (wake.aborted) continue;
      await keepDownloads().catch(() => undefined);
      const now = clock.now();
      const hold = await poll(now).catch(() => now - renewedAt < deps.settings.leaseMs);
      if (!hold) return null;
    }

    async function poll(now: number): Promise<boolean> {
      if (now >= dueAt) {
        const only = now >= latestAt ? { owner } : { owner, idle: true as const };
        if ((await endSession(deps, id, timedOut(row.timeoutMinutes), only)) !== null) return false;
      }
      if (now - renewedAt >= deps.settings.leaseMs / 3) {
        if (!(await renew())) return false;
        renewedAt = now;
        await uptime.report();
        return true;
      }
      const found = await store.browserSessions.find(id);
      return found !== null && found.completedAt === null;
    }
  }

  /** Writes the end, stores what the browser leaves, and closes it. */
  async function release(end: SessionEnd | null): Promise<void> {
    const session = browser;
    if (end !== null) await endSession(deps, id, end, { owner }).catch(() => null);
    if (session === null) return;
    await control?.close('browser_gone');
    await uptime.report();
    const state = session.gone.aborted ? null : await readState(session, clock, stateMs);
    if (state !== null) await deps.states.put(organizationId, id, state).catch(() => undefined);
    await keepDownloads().catch(() => undefined);
    browser = null;
    control = null;
    await withinCloseTime(closeAndKeep(session));
  }

  async function withinCloseTime(leaving: Promise<void>): Promise<void> {
    const done = new AbortController();
    const late = clock.sleep(closeMs, { signal: done.signal }).catch(() => undefined);
    await Promise.race([leaving, late]);
    done.abort();
  }

  async function closeAndKeep(session: BrowserSession): Promise<void> {
    await session.close().catch(() => undefined);
    const recordings = (await session.recordings?.().catch(() => [])) ?? [];
    for (const recording of recordings) {
      const operation = `keep the ${recording.type} of session ${row.browserSessionId}`;
      await keepRecording(deps, row, recording).catch((error: unknown) =>
        deps.report(error, { component: 'artifacts', operation }),
      );
    }
  }
}

const crashed: SessionEnd = { status: 'failed', reason: 'The browser crashed or was killed.' };

function timedOut(minutes: number): SessionEnd {
  return { status: 'timeout', reason: `The timeout of ${minutes} minutes is over.` };
}
