import {
  type BrowserDriver,
  type BrowserSession,
  type BrowserState,
  type Clock,
  type DestinationRule,
  type EgressPolicy,
  errorMessage,
  type OpenOptions,
  type ProxyProvider,
  type Recording,
  type RecordOptions,
  type Run,
  RunwrightError,
} from '@runwright/contract';
import type { BrowserUptime } from '../billing/browser-uptime.ts';
import { createBrowserControl } from '../live/browser-control.ts';
import type { ControlGuest } from '../live/control-guest.ts';
import type { LiveRuns } from '../live/live-runs.ts';
import { createSemaphore } from '../runtime/semaphore.ts';
import { errorEntry } from '../state/outcome.ts';
import type { BrowserStates } from './browser-states.ts';
import { closeTimeoutMs, closeWithTimeout } from './close-with-timeout.ts';
import { createIterationBrowser, type RunBrowser } from './iteration-browser.ts';
import type { JoinSession } from './join-session.ts';
import { readState } from './read-state.ts';
import { isProxyAsked, resolveProxy } from './resolve-proxy.ts';
import { createSavedBrowser } from './saved-browser.ts';

/** Says that the run ends without a recording. */
const lostRecording = ({ type }: Recording): string =>
  `The recording of the browser (\`${type}\`) could not be stored.`;

/** Time to read the state of a browser at the end of a run. */
const stateMs = 15_000;

/**
 * Prepares the browser of a run: opened by the first block that asks, shared by all, closed by the worker. `notice` puts a sentence on the
 * run's record, `noticeAtClose` too when its blocks may write nothing more. `tabs`: iterations that may have a tab at once. `keep` is given what was recorded, once it is closed.
 * `close` ends after 60 s in any case, with a notice. A run in a browser session uses the browser of that, and leaves it open.
 */
export function createRunBrowser(options: {
  readonly driver: BrowserDriver | null;
  readonly proxies: ProxyProvider | null;
  readonly egress: EgressPolicy;
  readonly run: Run;
  readonly reveal: (text: string, origin: string) => string;
  readonly destinationRule: (text: string) => DestinationRule;
  readonly notice: (sentence: string) => Promise<void>;
  readonly noticeAtClose: (sentence: string) => Promise<void>;
  readonly tabs: number;
  readonly record: RecordOptions;
  /** See {@link OpenOptions}, and who is told that the network of a browser is lost; null when it is not recorded. */
  readonly recordNetwork:
    | (NonNullable<OpenOptions['recordNetwork']> & { readonly lose: (reason: string) => Promise<void> })
    | null;
  readonly keep: (recording: Recording) => Promise<void>;
  /** Called before the first action in a browser whose video is recorded. */
  readonly noteRecording: () => Promise<void>;
  readonly clock: Clock;
  readonly states: BrowserStates;
  readonly join: JoinSession;
  /** Reads the cookies and storage to begin with; null for none. */
  readonly initialState: () => Promise<BrowserState | null>;
  /** Stores what the browser has at the end of the run; null when nothing is to be kept. */
  readonly persist: ((state: BrowserState) => Promise<void>) | null;
  readonly uptime: BrowserUptime;
  /** The part of the run in take-overs of its browser. */
  readonly guest: ControlGuest;
  readonly liveRuns: LiveRuns;
  /** Of the run. */
  readonly signal: AbortSignal;
}): RunBrowser {
  const { settings } = options.run;
  let opening: Promise<BrowserSession> | null = null;
  let opened: BrowserSession | null = null;
  let leave: (() => Promise<void>) | null = null;
  let endControl: () => Promise<void> = async () => undefined;
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
        throw startFailure(error, signal);
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
      // The browser of a session ends with its worker, and its run with it.
      if (opened === null || leave !== null) return;
      await saved.save(after, '', opened);
      await options.uptime.report();
    },
    endControl: () => endControl(),
    removeState: () => options.states.remove(),
    async persistState() {
      if (options.persist === null || opened === null || opened.gone.aborted) return;
      const state = await readState(opened, options.clock, stateMs);
      const stored =
        state !== null &&
        (await options.persist(state).then(
          () => true,
          () => false,
        ));
      if (stored) return;
      await options.notice('The state of the browser could not be stored for the next run of the workflow.');
    },
    iteration: (place) => createIterationBrowser(browser, place, { semaphores, saved, clock: options.clock }),
    releaseWhile: (work) => work(),
    async close() {
      if (await closeWithTimeout(end(), options.clock)) return;
      await loseNetwork();
      await options
        .noticeAtClose(
          `The browser did not close within ${closeTimeoutMs / 1000} s. The run ended without waiting for it.`,
        )
        .catch(() => undefined);
    },
  };
  return browser;

  async function end(): Promise<void> {
    const session = await opening?.catch(() => null);
    if (!session) return;
    if (leave) {
      await session.setExtraHttpHeaders?.({}).catch(() => undefined);
      await leave();
      return;
    }
    await endControl();
    await session.close();
    await options.uptime.report();
    // What has happened since it was opened, such as requests that an ad blocker has blocked.
    const added = session.about.notices.filter((sentence) => !reported.has(sentence));
    for (const sentence of added) await options.noticeAtClose(sentence).catch(() => undefined);
    // A recording that cannot be saved does not prevent the others.
    const kept = new Set<Recording['type']>();
    for (const recording of (await session.recordings?.()) ?? [])
      await options
        .keep(recording)
        .then(() => void kept.add(recording.type))
        .catch(() => options.noticeAtClose(lostRecording(recording)))
        .catch(() => undefined);
    if (!kept.has('cassette_network')) await loseNetwork();
  }

  async function loseNetwork(): Promise<void> {
    await options.recordNetwork?.lose('The network of a browser could not be kept.').catch(() => undefined);
  }

  async function open(signal: AbortSignal): Promise<BrowserSession> {
    const { driver } = options;
    if (settings.browserSessionId !== null) return joinSession(settings.browserSessionId);
    if (!driver) {
      throw new RunwrightError(
        'browser_failed',
        'A block needs a browser, but the engine has none; give it a browser driver.',
        { details: { failure_category: 'browser' } },
      );
    }
    const proxy = await resolveProxy(settings.proxyLocation, {
      ...options,
      signal,
    });
    const request = {
      egress: options.egress,
      reveal: options.reveal,
      destinationRule: options.destinationRule,
      extraHttpHeaders: settings.extraHttpHeaders,
      record: options.record,
      ...(options.recordNetwork === null ? {} : { recordNetwork: options.recordNetwork }),
      signal,
      ...(proxy === null ? {} : { proxy }),
    };
    const session =
      settings.browserAddress === null
        ? await saved.open(driver, await withInitialState(request))
        : await attach(driver, settings.browserAddress, request);
    try {
      for (const sentence of session.about.notices) {
        reported.add(sentence);
        await options.notice(sentence);
      }
      if (options.record.video === true && session.recordings) await options.noteRecording();
      await saved.loadTabs('', session, signal);
    } catch (error) {
      await session.close();
      throw error;
    }
    opened = controlled(session);
    // An attached browser runs anyway.
    if (settings.browserAddress === null) options.uptime.start();
    return opened;
  }

  /** Lets people watch the browser, and take control of it, until the run ends. */
  function controlled(session: BrowserSession): BrowserSession {
    const control = createBrowserControl(session, options.clock);
    const joined = control.join(options.guest);
    const remove = options.liveRuns.add(options.run.runId, control);
    endControl = async () => {
      remove();
      await joined.leave();
      await control.close('run_ended');
    };
    return control.gate(session, options.guest);
  }

  /** Uses the browser of a session: its current page, its cookies, and its own proxy and extensions. */
  async function joinSession(browserSessionId: string): Promise<BrowserSession> {
    const { reveal, destinationRule, guest: control } = options;
    const joined = options.join(browserSessionId, { reveal, destinationRule, control });
    if (joined === null || joined.session.gone.aborted) {
      await joined?.leave();
      const message = `The browser of session ${browserSessionId} is gone; create another session.`;
      throw new RunwrightError('browser_failed', message, {
        details: { failure_category: 'browser', errors: [errorEntry('browser_lost', message, null)] },
      });
    }
    leave = joined.leave;
    endControl = joined.endControl;
    const { recordings: _ofTheSession, ...session } = joined.session;
    if (Object.keys(settings.extraHttpHeaders).length > 0) {
      if (session.setExtraHttpHeaders) await session.setExtraHttpHeaders(settings.extraHttpHeaders);
      else await options.notice('The browser of the session takes no `extra_http_headers`.');
    }
    if (isProxyAsked(options.run.request.proxy_location)) {
      await options.notice('A run in a browser session uses the proxy of the session, not one of its own.');
    }
    const shared = { ...session, close: async () => undefined, [Symbol.asyncDispose]: async () => undefined };
    opened = joined.control.gate(shared, options.guest);
    return opened;
  }

  async function withInitialState(request: OpenOptions): Promise<OpenOptions> {
    const state = await options.initialState();
    return state === null ? request : { ...request, state };
  }

  async function attach(
    driver: BrowserDriver,
    address: string,
    request: OpenOptions,
  ): Promise<BrowserSession> {
    if (!driver.attach) {
      throw new RunwrightError(
        'browser_failed',
        `The run names a browser address, but the driver \`${driver.name}\` cannot join a running browser; leave the address out.`,
      );
    }
    return driver.attach(address, request);
  }
}

/** The failure to begin with a browser, under its own code; an error that says more, and one of a run that is over, stays as it is. */
function startFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return error;
  const known = RunwrightError.is(error) ? error : null;
  if (known !== null && (known.code !== 'browser_failed' || known.details.errors !== undefined)) return error;
  const message = known?.message ?? `The browser did not start: ${errorMessage(error)}`;
  return new RunwrightError('browser_failed', message, {
    cause: error,
    retryable: known?.retryable ?? true,
    details: {
      failure_category: 'browser',
      ...known?.details,
      errors: [errorEntry('browser_start_failed', message, null)],
    },
  });
}
