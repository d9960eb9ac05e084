import {
  type BrowserDriver,
  type BrowserSession,
  type Clock,
  type EgressPolicy,
  type ProxyProvider,
  type Recording,
  type RecordOptions,
  type Run,
  RunwrightError,
} from '@runwright/contract';
import { createSemaphore } from '../runtime/semaphore.ts';
import type { BrowserStates } from './browser-states.ts';
import { closeTimeoutMs, closeWithTimeout } from './close-with-timeout.ts';
import { createIterationBrowser, type RunBrowser } from './iteration-browser.ts';
import { createSavedBrowser } from './saved-browser.ts';

/** Deprecated locations go through the ISP proxy (service API). */
const deprecatedLocation = /^US-/;

/**
 * Prepares the browser of a run: opened by the first block that asks, shared by all, closed by the worker. `notice` puts a sentence on the
 * run's record. `tabs`: iterations that may have a tab at once. `keep` is given what was recorded, once it is closed.
 * `close` ends after 60 s in any case, with a notice.
 */
export function createRunBrowser(options: {
  readonly driver: BrowserDriver | null;
  readonly proxies: ProxyProvider | null;
  readonly egress: EgressPolicy;
  readonly run: Run;
  readonly reveal: (text: string, origin: string) => string;
  readonly notice: (sentence: string) => Promise<void>;
  readonly tabs: number;
  readonly record: RecordOptions;
  readonly keep: (recording: Recording) => Promise<void>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly states: BrowserStates;
  /** Of the run. */
  readonly signal: AbortSignal;
}): RunBrowser {
  const { settings } = options.run;
  let opening: Promise<BrowserSession> | null = null;
  let opened: BrowserSession | null = null;
  const reported = new Set<string>();
  const saved = createSavedBrowser({ ...options, whole: () => opened });
  const semaphores = { tabs: createSemaphore(options.tabs), page: createSemaphore(1) };

  const browser: RunBrowser = {
    async session(signal) {
      if (opened?.gone.aborted) {
        throw new RunwrightError('browser_failed', 'The browser of this run is gone; start the run again.');
      }
      opening ??= open(signal).catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return opening;
    },
    get isOpen() {
      return opened !== null && !opened.gone.aborted;
    },
    get hasSavedTabs() {
      return saved.hasTabs('');
    },
    async saveState(after) {
      if (opened) await saved.save(after, '', opened);
    },
    removeState: () => options.states.remove(),
    iteration: (place) => createIterationBrowser(browser, place, { semaphores, saved, clock: options.clock }),
    releaseWhile: (work) => work(),
    async close() {
      if (await closeWithTimeout(end(), options.clock)) return;
      await options
        .notice(
          `The browser did not close within ${closeTimeoutMs / 1000} s. The run ended without waiting for it.`,
        )
        .catch(() => undefined);
    },
  };
  return browser;

  async function end(): Promise<void> {
    const session = await opening?.catch(() => null);
    if (!session) return;
    await session.close();
    // What has happened since it was opened, such as requests that an ad blocker has blocked.
    const added = session.about.notices.filter((sentence) => !reported.has(sentence));
    for (const sentence of added) await options.notice(sentence).catch(() => undefined);
    // A recording that cannot be saved does not prevent the others.
    for (const recording of (await session.recordings?.()) ?? [])
      await options.keep(recording).catch(() => undefined);
  }

  async function open(signal: AbortSignal): Promise<BrowserSession> {
    const { driver } = options;
    if (!driver) {
      throw new RunwrightError(
        'browser_failed',
        'A block needs a browser, but the engine has none; give it a browser driver.',
        { details: { failure_category: 'browser' } },
      );
    }
    const proxy = await proxyFor(signal);
    const request = {
      egress: options.egress,
      reveal: options.reveal,
      extraHttpHeaders: settings.extraHttpHeaders,
      record: options.record,
      signal,
      ...(proxy === null ? {} : { proxy }),
    };
    const session =
      settings.browserAddress === null
        ? await saved.open(driver, request)
        : await attach(driver, settings.browserAddress, request);
    try {
      for (const sentence of session.about.notices) {
        reported.add(sentence);
        await options.notice(sentence);
      }
      await saved.loadTabs('', session, signal);
    } catch (error) {
      await session.close();
      throw error;
    }
    opened = session;
    return session;
  }

  async function attach(
    driver: BrowserDriver,
    address: string,
    request: Parameters<BrowserDriver['open']>[0],
  ): Promise<BrowserSession> {
    if (!driver.attach) {
      throw new RunwrightError(
        'browser_failed',
        `The run names a browser address, but the driver \`${driver.name}\` cannot join a running browser; leave the address out.`,
      );
    }
    return driver.attach(address, request);
  }

  async function proxyFor(signal: AbortSignal): Promise<string | null> {
    const location = locationText(settings.proxyLocation);
    if (location === null) return null;
    const proxy = (await options.proxies?.resolve(location, { signal })) ?? null;
    if (proxy === null) await options.notice(`no proxy is configured for ${location}`);
    return proxy;
  }
}

/** Returns the text that a proxy provider is asked for: the location's name, or country, subdivision and city joined by `-`; null for none. */
function locationText(location: Run['settings']['proxyLocation']): string | null {
  const text = proxyText(location);
  if (text === '' || text === 'NONE') return null;
  return deprecatedLocation.test(text) ? 'RESIDENTIAL_ISP' : text;
}

/** A proxy location as text; a geo target is its parts joined by `-`; `""` when there is none. */
export function proxyText(location: Run['settings']['proxyLocation']): string {
  if (typeof location === 'string') return location;
  if (typeof location !== 'object' || location === null || Array.isArray(location)) return '';
  const { country, subdivision, city } = location as { readonly [part: string]: unknown };
  return [country, subdivision, city].filter((part) => typeof part === 'string' && part !== '').join('-');
}
