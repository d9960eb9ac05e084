import type { BrowserSession, Clock } from '@runwright/contract';
import type { Semaphore } from '../runtime/semaphore.ts';
import type { AttemptKey } from './browser-states.ts';
import { closeWithTimeout } from './close-with-timeout.ts';
import type { SavedBrowser } from './saved-browser.ts';

/** The browser of a run, or of one iteration of it, as the blocks there see it. */
export interface RunBrowser {
  session(signal: AbortSignal): Promise<BrowserSession>;
  /** True if the run's browser is open, whoever uses it. */
  readonly isOpen: boolean;
  /** True if there are tabs of an earlier worker, which are loaded again when the browser is opened. */
  readonly hasSavedTabs: boolean;
  /**
   * Keeps what the browser is like after an attempt that used it, for the worker that takes the run over. Throws
   * `lease_lost` only; a state that cannot be saved is reported in the timeline.
   */
  saveState(after: AttemptKey): Promise<void>;
  /** Stores cookies and storage for the next run of the workflow, if the workflow wants that. Throws `lease_lost` only. */
  persistState(): Promise<void>;
  /** Hands control of a person back, if one has it, because the run ends. */
  endControl(): Promise<void>;
  /** Deletes its saved state, because the run or the iteration is over. */
  removeState(): Promise<void>;
  /**
   * The browser for one of several iterations that run at once; close it at the iteration's end. `place` names the
   * iteration in every process that executes it.
   */
  iteration(place: string): RunBrowser;
  /** Executes work that uses the browser on its own: what this one holds is free meanwhile. */
  releaseWhile<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The browser as one of several iterations at once sees it: a tab of its own, opened when a block first asks, or, with a
 * driver that opens no tabs, the whole browser in turn with the others. Either needs one of the `semaphores`.
 */
export function createIterationBrowser(
  whole: Pick<RunBrowser, 'session' | 'isOpen' | 'hasSavedTabs'>,
  place: string,
  deps: {
    readonly semaphores: { readonly tabs: Semaphore; readonly page: Semaphore };
    readonly saved: SavedBrowser;
    readonly clock: Pick<Clock, 'sleep'>;
  },
): RunBrowser {
  const { semaphores, saved, clock } = deps;
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
      return whole.hasSavedTabs || saved.hasTabs(place);
    },
    async saveState(after) {
      const page = await opening?.catch(() => null);
      if (page) await saved.save(after, place, page);
    },
    persistState: async () => undefined,
    endControl: async () => undefined,
    removeState: async () => saved.removePlace(place),
    iteration: (inner) => createIterationBrowser(whole, inner, deps),
    async releaseWhile(work) {
      const semaphore = held;
      held = null;
      semaphore?.release();
      try {
        return await work();
      } finally {
        await semaphore?.acquire();
        held = semaphore;
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
    const wanted = session.tab ? semaphores.tabs : semaphores.page;
    await acquireUnlessAborted(wanted, signal);
    held = wanted;
    try {
      tab = (await session.tab?.({ signal })) ?? null;
      const own = tab ?? session;
      await saved.loadTabs(place, own, signal);
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

/** Acquires a permit; one that arrives after the signal is released at once. */
async function acquireUnlessAborted(semaphores: Semaphore, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const semaphore = semaphores.acquire();
  try {
    await Promise.race([semaphore, aborted]);
  } catch (error) {
    void semaphore.then(() => semaphores.release());
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
