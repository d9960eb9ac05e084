import type { ActionResult } from '@runwright/contract';
import type { CallLimits, FrameChannel, PageChannel, PageHandle } from '@runwright/page-reader';
import type { Activity } from './activity.ts';
import { watchStillness } from './in-page/stillness.ts';

/** How the wait after an action ended, and what the action has visibly done. */
export interface Settled {
  readonly settle: ActionResult['settle'];
  readonly hasNavigated: boolean;
  /** Something changed, was asked for, moved or took the focus. */
  readonly hasEffect: boolean;
}

/** A watch that began before an action. */
export interface Watch {
  /**
   * Waits until the page stands still. With `onlyChanges`, requests do not count: for scrolling and the like.
   */
  settle(options?: { readonly onlyChanges?: boolean }): Promise<Settled>;
}

/** What the watch looks at. */
export interface WatchOptions {
  readonly channel: PageChannel;
  readonly activity: Activity;
  /** The frame of the target, when that is not the main one. */
  readonly frame?: FrameChannel;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Requests count when they begin this soon after the action. */
const causedWithinMs = 300;
const capMs = 3_000;
/** Once, while something on the page says that it is busy. */
const busyCapMs = 5_000;
const navigationCapMs = 10_000;
/** A page that has not answered by then is busy with itself. */
const graceMs = 1_000;

/** Begins to watch: to be called before the action. */
export async function startWatch({ channel, activity, frame, now, signal }: WatchOptions): Promise<Watch> {
  const limits: CallLimits = { timeoutMs: busyCapMs + 3_000, signal };
  const startedAt = now();
  const documentsBefore = activity.documents();
  const requestsBefore = activity.requests();
  const first = await Promise.all([watchMain(channel, limits), frame ? watchFrame(frame, limits) : null]);

  const settle: Watch['settle'] = async ({ onlyChanges = false } = {}) => {
    const actedAt = now();
    let watches = first.filter((watch) => watch !== null);
    let hasEffect = false;
    let from = startedAt;
    let until = actedAt + capMs;
    let isExtended = false;
    let reason: ActionResult['settle']['reason'] = 'quiet';
    let documents = documentsBefore;

    for (;;) {
      if (activity.isNavigating() || activity.documents() !== documents) {
        await parsed(activity, documents, actedAt, now, signal);
        documents = activity.documents();
        reason = 'navigation';
        hasEffect = true;
        from = now();
        until = from + capMs;
        await stopAll(watches, limits);
        watches = [await watchMain(channel, limits)].filter((watch) => watch !== null);
      }
      const states = await Promise.all(
        watches.map((watch) => watch.quiet(Math.max(0, until - now()), limits)),
      );
      if (activity.isNavigating() || activity.documents() !== documents) {
        if (now() - actedAt > navigationCapMs + capMs) break;
        continue;
      }
      const isBusy = states.some((state) => state?.isWaiting);
      if (isBusy && !isExtended && !onlyChanges) {
        isExtended = true;
        until = Math.max(until, from + busyCapMs);
      }
      const isLoading = !onlyChanges && activity.isLoading(from, causedWithinMs);
      if (now() >= until) {
        if (isLoading || isBusy || states.some((state) => state?.isCapped))
          reason = reason === 'navigation' ? reason : 'cap';
        break;
      }
      if (!isLoading && !(isBusy && isExtended)) break;
      await activityOrTime(activity, isBusy ? 100 : until - now(), signal);
    }
    const effects = await Promise.all(watches.map((watch) => watch.effects(limits)));
    await stopAll(watches, limits);
    const hasNavigated = documents !== documentsBefore;
    return {
      settle: { reason, durationMs: Math.round(now() - actedAt) },
      hasNavigated,
      hasEffect: hasEffect || hasNavigated || activity.requests() !== requestsBefore || effects.some(Boolean),
    };
  };
  return { settle };
}

/** Waits for a tab that came up, or moved on, by itself. */
export async function settleTab(
  { channel, activity }: Pick<WatchOptions, 'channel' | 'activity'>,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  await (await startWatch({ channel, activity, now, signal })).settle();
}

/** A watch on one document; every call answers null once the document is gone. */
interface FrameWatch {
  quiet(capMs: number, limits: CallLimits): Promise<{ isCapped: boolean; isWaiting: boolean } | null>;
  effects(limits: CallLimits): Promise<boolean>;
  stop(limits: CallLimits): Promise<void>;
}

async function watchMain(channel: PageChannel, limits: CallLimits): Promise<FrameWatch | null> {
  const frame = await channel.main(limits).catch(() => null);
  return frame && watchFrame(frame, limits);
}

async function watchFrame(frame: FrameChannel, limits: CallLimits): Promise<FrameWatch | null> {
  const handle = await frame
    .evaluate(`(${watchStillness})()`, { ...limits, timeoutMs: 2_000 })
    .catch(() => null);
  return handle && frameWatch(frame, handle);
}

function frameWatch(frame: FrameChannel, handle: PageHandle): FrameWatch {
  const ask = async (
    source: string,
    parameters: readonly number[],
    limits: CallLimits,
  ): Promise<Record<string, unknown> | null> => {
    const answer = await frame.call(handle, source, parameters, limits).catch(() => null);
    return typeof answer === 'object' && answer !== null ? { ...answer } : null;
  };
  return {
    async quiet(cap, limits) {
      const answer = await ask('function (capMs) { return this.quiet(capMs); }', [cap], {
        ...limits,
        timeoutMs: cap + graceMs,
      });
      return answer && { isCapped: answer.isCapped === true, isWaiting: answer.isWaiting === true };
    },
    async effects(limits) {
      const answer = await ask('function () { return this.effects(); }', [], {
        ...limits,
        timeoutMs: graceMs,
      });
      return (
        answer !== null &&
        (Number(answer.changes) > 0 || answer.hasMoved === true || answer.hasFocused === true)
      );
    },
    async stop(limits) {
      await ask('function () { this.stop(); }', [], limits);
    },
  };
}

async function stopAll(watches: readonly FrameWatch[], limits: CallLimits): Promise<void> {
  await Promise.all(watches.map((watch) => watch.stop({ ...limits, timeoutMs: graceMs })));
}

/** Waits until the document that is on its way was parsed, at most ten seconds after the action. */
async function parsed(
  activity: Activity,
  documents: number,
  actedAt: number,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  const until = actedAt + navigationCapMs;
  // A document that came without a request, such as about:blank, or a new entry of the history, is there at once.
  while (now() < until && !signal.aborted) {
    const hasCome = activity.documents() !== documents;
    if (hasCome && !activity.isNavigating()) return;
    if (!hasCome && !activity.isNavigating()) return;
    await activityOrTime(activity, until - now(), signal);
  }
}

/** The next change, or the time, whichever comes first. */
export async function activityOrTime(activity: Activity, ms: number, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), Math.max(0, ms));
  await activity.changed(AbortSignal.any([signal, ended.signal]));
  clearTimeout(timer);
}
