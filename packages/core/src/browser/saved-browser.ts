import {
  type BrowserDriver,
  type BrowserSession,
  type Clock,
  type OpenOptions,
  type Run,
  RunwrightError,
} from '@runwright/contract';
import { type AttemptKey, type BrowserStates, takeSnapshot } from './browser-states.ts';

/** The browser of a run between two processes: its state is saved after each attempt, and restored when it is opened again. */
export interface SavedBrowser {
  /** Returns whether tabs of a place are to be loaded again. */
  hasTabs(place: string): boolean;
  /** Opens a browser, with the cookies and the storage that are saved. */
  open(driver: BrowserDriver, request: OpenOptions): Promise<BrowserSession>;
  /** Loads the tabs of a place in a session that nobody has used yet, and says so in the timeline. */
  loadTabs(place: string, session: BrowserSession, signal: AbortSignal): Promise<void>;
  /** Keeps the tabs of a session and the cookies and storage of the whole browser. Throws `lease_lost` only. */
  save(after: AttemptKey, place: string, session: BrowserSession): Promise<void>;
  removePlace(place: string): void;
}

/**
 * Saves the browser of a run in its {@link BrowserStates}. Of a browser that the run was attached to, only tabs are saved:
 * its cookies are still there.
 */
export function createSavedBrowser(options: {
  readonly states: BrowserStates;
  readonly run: Run;
  readonly notice: (sentence: string) => Promise<void>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly whole: () => BrowserSession | null;
  /** Of the run. */
  readonly signal: AbortSignal;
}): SavedBrowser {
  const { states, notice, clock, signal: ended } = options;
  const isAttached = options.run.settings.browserAddress !== null;
  // What this process has opened itself needs no second loading.
  const loaded = new Set<string>();
  let isTold = false;

  return {
    hasTabs: (place) => !loaded.has(place) && states.tabs(place).length > 0,
    removePlace: states.removePlace,
    async open(driver, request) {
      const { storage } = states;
      if (storage === null) return driver.open(request);
      try {
        const session = await driver.open({ ...request, state: storage });
        await notice('The browser was opened again after a restart, with the cookies and storage it had.');
        return session;
      } catch (error) {
        if (!RunwrightError.is(error) || error.code !== 'invalid_input') throw error;
        const session = await driver.open(request);
        await notice(
          'The browser was opened again after a restart, without the cookies and storage it had: they cannot be restored.',
        );
        return session;
      }
    },
    async loadTabs(place, session, signal) {
      const tabs = loaded.has(place) ? [] : states.tabs(place);
      if (tabs.length === 0 || !session.loadTabs) return;
      const pages = tabs.filter(({ url }) => /^https?:/.test(url)).length;
      const count = await session.loadTabs(tabs, { signal });
      loaded.add(place);
      const whose = place === '' ? 'the run' : 'an iteration';
      await notice(
        count === pages
          ? `The pages that ${whose} had open before a restart were loaded again (${count}).`
          : `Of the ${pages} pages that ${whose} had open before a restart, ${count} could be loaded again.`,
      );
    },
    async save(after, place, session) {
      const whole = options.whole();
      if (!session.tabStates || whole === null || session.gone.aborted) return;
      loaded.add(place);
      try {
        const snapshot = await takeSnapshot({ page: session, whole: isAttached ? {} : whole }, clock, ended);
        if (ended.aborted) return;
        if (snapshot !== null) return await states.save(after, place, snapshot);
        await tell('it did not respond');
      } catch (error) {
        if (RunwrightError.is(error) && error.code === 'lease_lost') throw error;
        await tell('the artifact store does not take it');
      }
    },
  };

  async function tell(reason: string): Promise<void> {
    if (isTold) return;
    isTold = true;
    await notice(
      `The state of the browser could not be saved: ${reason}. After a restart of the service the run continues with an older state.`,
    ).catch(() => undefined);
  }
}
