import type { BrowserSession, Clock } from '@runwright/contract';
import type { Seats } from '../runtime/semaphore.ts';
import type { AttemptKey } from './browser-states.ts';
import { closeWithin } from './close-with-timeout.ts';
import type { KeptBrowser } from './saved-browser.ts';

/** The browser of a run, or of one iteration of it, as the blocks there see it. */
export interface RunBrowser {
  session(signal: AbortSignal): Promise<BrowserSession>;
  /** Whether the run's browser is open, whoever uses it. */
  readonly isOpen: boolean;
  /** Whether there are tabs of an earlier worker, which are loaded again when the browser is opened. */
  readonly hasKeptTabs: boolean;
  /**
   * Keeps what the browser is like after an attempt that used it, for the worker that takes the run over. Throws
   * `lease_lost` only; what cannot be kept is said in the timeline.
   */
  keep(after: AttemptKey): Promise<void>;
  /** Deletes what is kept of it, because the run or the iteration is over. */
  forget(): Promise<void>;
  /**
   * The browser for one of several iterations that run at once; close it at the iteration's end. `place` names the
   * iteration in every process that executes it.
   */
  iteration(place: string): RunBrowser;
  /** Carries out work that uses the browser on its own: what this one holds is free meanwhile. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The browser as one of several iterations at once sees it: a tab of its own, opened when a block first asks, or, with a
 * driver that opens no tabs, the whole browser in turn with the others. Either needs one of the `seats`.
 */
export function iterationBrowser(
  whole: Pick<RunBrowser, 'session' | 'isOpen' | 'hasKeptTabs'>,
  place: string,
  parts: {
    readonly seats: { readonly tabs: Seats; readonly page: Seats };
    readonly kept: KeptBrowser;
    readonly clock: Pick<Clock, 'sleep'>;
  },
): RunBrowser {
  const { seats, kept, clock } = parts;
  let opening: Promise<BrowserSession> | null = null;
  let tab: BrowserSession | null = null;
  let held: Seats | null = null;

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
    get hasKeptTabs() {
      return whole.hasKeptTabs || kept.hasTabs(place);
    },
    async keep(after) {
      const page = await opening?.catch(() => null);
      if (page) await kept.keep(after, place, page);
    },
    forget: async () => kept.forgetPlace(place),
    iteration: (inner) => iterationBrowser(whole, inner, parts),
    async lend(work) {
      const seat = held;
      held = null;
      seat?.give();
      try {
        return await work();
      } finally {
        await seat?.take();
        held = seat;
      }
    },
    async close() {
      const closing = async (): Promise<void> => {
        await opening?.catch(() => undefined);
        await tab?.close();
      };
      await closeWithin(closing(), clock);
      held?.give();
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
      wanted.give();
      throw error;
    }
  }
}

/** A seat that comes after the signal is given back at once. */
async function taken(seats: Seats, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const seat = seats.take();
  try {
    await Promise.race([seat, aborted]);
  } catch (error) {
    void seat.then(() => seats.give());
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
