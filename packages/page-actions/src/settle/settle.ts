import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionResult } from '@runwright/contract';
import type { CallLimits, FrameChannel, PageChannel } from '@runwright/page-reader';
import type { ActionTab, PageActivity } from '../port.ts';
import { type FrameState, type FrameWatch, readMainFrame, watchFrames } from './watch-frames.ts';

/** Result of the wait after an action, and its visible effect. */
export interface Settled {
  readonly settle: ActionResult['settle'];
  readonly hasNavigated: boolean;
  /** Something changed, was asked for, moved or took the focus. */
  readonly hasEffect: boolean;
  /** The focus has moved, and that is all. */
  readonly isFocusOnly: boolean;
}

/** A watch on a page that began before an action. */
export interface Watch {
  /**
   * Waits until the page stands still. With `onlyChanges`, requests do not count: for scrolling and the like.
   */
  settle(options?: { readonly onlyChanges?: boolean }): Promise<Settled>;
  /** Ends a watch that is not waited for. */
  end(): void;
}

/** Options of a watch. */
export interface WatchOptions {
  readonly channel: PageChannel;
  readonly activity: PageActivity;
  /** Frames beside the main one whose changes count, such as those around the target. */
  readonly frames?: readonly FrameChannel[];
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const floorMs = 60;
const quietMs = 150;
/** Requests count when they begin this soon after the action. */
const causedWithinMs = 300;
const capMs = 3_000;
/** Once, while something on the page says that it is busy. */
const busyCapMs = 5_000;
const navigationCapMs = 10_000;

/** Time in ms for a page to respond. */
const graceMs = 1_000;
/** Two frames at 60 Hz; they pass within the floor. */
const twoFramesMs = 34;
/** The next look takes at least this long. */
const oneFrameMs = 16;
/** A document that adds more entries to the history during one wait does so by itself and without end. */
const maxHistoryEntries = 20;
/** Interval in ms of polling a page that reports nothing. */
const pollMs = 100;
/** A request that grows old gives no sign either. */
const loadingPollMs = 500;

/** Time window of the wait: begins with the action, and again with every document. */
interface SettleWindow {
  readonly watches: readonly FrameWatch[];
  /** Requests that begin between these two count. */
  readonly from: number;
  readonly to: number;
  readonly floorAt: number;
  until: number;
  isExtended: boolean;
}

/** Begins to watch a page. Call it before the action. */
export async function startWatch(options: WatchOptions): Promise<Watch> {
  const { channel, activity, frames = [], now, signal } = options;
  const limits: CallLimits = { timeoutMs: graceMs, signal };
  const startedAt = now();
  const before = { documents: activity.documents(), requests: activity.requests() };
  const main = await readMainFrame(channel, limits);
  const inner = frames.filter(({ frameId }) => frameId !== main?.frameId);
  const first = await watchFrames([main, ...inner], false, limits);

  let isOver = false;

  const settle: Watch['settle'] = async ({ onlyChanges = false } = {}) => {
    isOver = true;
    const actedAt = now();
    let settleWindow: SettleWindow = createWindow(first, startedAt, actedAt);
    let documents = before.documents;
    let documentId = main?.documentId;
    let entries = 0;
    let hasEffect = false;
    let hasFocused = false;
    let reason: ActionResult['settle']['reason'] = 'quiet';

    /** Waits for the document that is on its way and begins anew with it. */
    const follow = async (): Promise<void> => {
      await awaitDocument(options, actedAt + navigationCapMs);
      documents = activity.documents();
      const next = await readMainFrame(channel, limits);
      hasEffect = true;
      // An entry of the history within the document is no new one.
      if (next && next.documentId === documentId) {
        entries += 1;
        return;
      }
      entries = 0;
      reason = 'navigation';
      documentId = next?.documentId;
      for (const watch of settleWindow.watches) watch.end(limits);
      const watches = await watchFrames([next], true, limits);
      settleWindow = createWindow(watches, activity.arrivedAt(), now());
    };

    const hasMovedOn = (): boolean =>
      activity.isNavigating() || (entries <= maxHistoryEntries && activity.documents() !== documents);

    await sleep(floorMs - twoFramesMs, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted) {
      if (hasMovedOn()) {
        await follow();
        // One that moves on faster than it can be looked at does not stand still either.
        if (now() - actedAt > navigationCapMs) {
          reason = 'cap';
          break;
        }
      }
      const { watches, from, to, floorAt } = settleWindow;
      const pollLimits = { ...limits, timeoutMs: Math.max(0, settleWindow.until - now()) + graceMs };
      const states = await Promise.all(watches.map((watch) => watch.poll(pollLimits)));
      if (hasMovedOn()) continue;
      hasEffect ||= states.some((state) => state && (state.changes > 0 || state.hasScrolled));
      hasFocused ||= states.some((state) => state?.hasFocused);
      const page = summarize(states);
      const isLoading = !onlyChanges && activity.isLoading(from, to);
      const isBusy = !onlyChanges && page.isBusy;
      if (isBusy && !settleWindow.isExtended) {
        settleWindow.isExtended = true;
        settleWindow.until += busyCapMs - capMs;
      }
      const quietAt = onlyChanges ? floorAt : Math.max(floorAt, activity.loadedAt(from, to) + floorMs);
      const quietInMs = Math.max(page.calmInMs, quietAt - now(), isBusy || page.isUnresponsive ? pollMs : 0);
      if (!isLoading && quietInMs <= 0) break;
      const leftMs = settleWindow.until - now();
      if (leftMs <= 0) {
        reason = 'cap';
        break;
      }
      const waitMs = isLoading ? loadingPollMs : quietInMs - oneFrameMs;
      await waitForActivity(activity, Math.max(1, Math.min(leftMs, waitMs)), signal);
    }
    for (const watch of settleWindow.watches) watch.end(limits);
    const hasNavigated = documents !== before.documents;
    const isMore = hasEffect || hasNavigated || activity.requests() !== before.requests;
    return {
      settle: { reason, durationMs: Math.round(now() - actedAt) },
      hasNavigated,
      hasEffect: isMore || hasFocused,
      isFocusOnly: hasFocused && !isMore,
    };
  };
  const end = (): void => {
    if (!isOver) for (const watch of first) watch.end(limits);
    isOver = true;
  };
  return { settle, end };
}

/** Waits for a tab that came up, or moved on, by itself. */
export async function settleTab(
  { channel, activity }: Pick<ActionTab, 'channel' | 'activity'>,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  await (await startWatch({ channel, activity, now, signal })).settle();
}

function createWindow(watches: readonly FrameWatch[], from: number, at: number): SettleWindow {
  return {
    ...{ watches, from, to: at + causedWithinMs },
    floorAt: at + floorMs,
    until: at + capMs,
    isExtended: false,
  };
}

/** Combines the states of the documents of a page. */
function summarize(states: readonly (FrameState | null)[]): {
  readonly calmInMs: number;
  readonly isBusy: boolean;
  /** None of them answers. */
  readonly isUnresponsive: boolean;
} {
  const seen = states.filter((state) => state !== null);
  return {
    calmInMs: Math.max(0, ...seen.map(({ changes, calmMs }) => (changes > 0 ? quietMs - calmMs : 0))),
    isBusy: seen.some((state) => state.isBusy),
    isUnresponsive: states.length > 0 && seen.length === 0,
  };
}

/** Resolves when the document that is on its way is there and parsed, or when it is late. */
async function awaitDocument(
  { activity, now, signal }: Pick<WatchOptions, 'activity' | 'now' | 'signal'>,
  until: number,
): Promise<void> {
  // What comes without a request, such as about:blank or an entry of the history, is there at once.
  while (now() < until && !signal.aborted && activity.isNavigating()) {
    await waitForActivity(activity, until - now(), signal);
  }
}

/** The next change, or the time, whichever comes first. */
export async function waitForActivity(
  activity: Pick<PageActivity, 'changed'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), Math.max(0, ms));
  await activity.changed(AbortSignal.any([signal, ended.signal]));
  clearTimeout(timer);
}
