import type { BrowserSession, Clock } from '@runwright/contract';
import type { Semaphore } from '../runtime/semaphore.ts';
import type { AttemptKey } from './browser-states.ts';
import { closeWithTimeout } from './close-with-timeout.ts';
import type { SavedBrowser } from './saved-browser.ts';

/** The browser of a run, or of one iteration of it, as the blocks there see it. */
export interface RunBrowser {
  session(signal: AbortSignal): Promise<BrowserSession>;
  /** Whether the run's browser is open, whoever uses it. */
  readonly isOpen: boolean;
  /** Whether there are tabs of an earlier worker, which are loaded again when the browser is opened. */
  readonly hasSavedTabs: boolean;
  /**
   * Keeps what the browser is like after an attempt that used it, for the worker that takes the run over. Throws
   * `lease_lost` only; what cannot be kept is said in the timeline.
   */
  saveState(after: AttemptKey): Promise<void>;
  /** Deletes what is kept of it, because the run or the iteration is over. */
  removeState(): Promise<void>;
  /**
   * The browser for one of several iterations that run at once; close it at the iteration's end. `place` names the
   * iteration in every process that executes it.
   */
  iteration(place: string): RunBrowser;
  /** Carries out work that uses the browser on its own: what this one holds is free meanwhile. */
  releaseWhile<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The browser as one of several iterations at once sees it: a tab of its own, opened when a block first asks, or, with a
 * driver that opens no tabs, the whole browser in turn with the others. Either needs one of the `seats`.
 */
export function createIterationBrowser(
  whole: Pick<RunBrowser, 'session' | 'isOpen' | 'hasSavedTabs'>,
  place: string,
  parts: {
    readonly seats: { readonly tabs: Semaphore; readonly page: Semaphore };
    readonly kept: SavedBrowser;
    readonly clock: Pick<Clock, 'sleep'>;
  },
): RunBrowser {
  const { seats, kept, clock } = parts;
  let opening: Promise<BrowserSession> | null = null;
  let tab: BrowserSession | null = null;
  let held: Semaphore | null = null;

  const own: RunBrowser = {
    session(signal) {
      opening ??= open(signal).catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return opening;
    },
    get isOpen() {
      return whole.isOpen;
    },
    get hasSavedTabs() {
      return whole.hasSavedTabs || kept.hasTabs(place);
    },
    async saveState(after) {
      const page = await opening?.catch(() => null);
      if (page) await kept.save(after, place, page);
    },
    removeState: async () => kept.removePlace(place),
    iteration: (inner) => createIterationBrowser(whole, inner, parts),
    async releaseWhile(work) {
      const seat = held;
      held = null;
      seat?.release();
      try {
        return await work();
      } finally {
        await seat?.acquire();
        held = seat;
      }
    },
    async close() {
      const closing = async (): Promise<void> => {
        await opening?.catch(() => undefined);
        await tab?.close();
      };
      await closeWithTimeout(closing(), clock);
      held?.release();
      held = null;
    },
  };
  return own;

  async function open(signal: AbortSignal): Promise<BrowserSession> {
    const session = await whole.session(signal);
    const wanted = session.tab ? seats.tabs : seats.page;
    await taken(wanted, signal);
    held = wanted;
    try {
      tab = (await session.tab?.({ signal })) ?? null;
      const own = tab ?? session;
      await kept.loadTabs(place, own, signal);
      return own;
    } catch (error) {
      await tab?.close();
      tab = null;
      held = null;
      wanted.release();
      throw error;
    }
  }
}

/** A seat that comes after the signal is given back at once. */
async function taken(seats: Semaphore, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const seat = seats.acquire();
  try {
    await Promise.race([seat, aborted]);
  } catch (error) {
    void seat.then(() => seats.release());
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
