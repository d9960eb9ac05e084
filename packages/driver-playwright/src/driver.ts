import { join } from 'node:path';
import {
  type BrowserDriver,
  type BrowserSession,
  type CaptchaSolver,
  type OpenOptions,
  RunwrightError,
} from '@runwright/contract';
import type { BrowserContext } from 'playwright-core';
import { type FilterList, loadAdBlocker } from './ad-block/ad-blocker.ts';
import { stopIfCanceled } from './common/error.ts';
import { findBrowser } from './launch/find-browser.ts';
import { loadPlaywright } from './launch/load-playwright.ts';
import { startSessionBrowser } from './launch/session-browser.ts';
import { type SharedProcess, sharedProcess } from './launch/shared-process.ts';
import { type NetworkRecording, networkRecordings } from './network/network-recording.ts';
import { reapBrowsers } from './processes/browser-folder.ts';
import { defaultResourceLimits, type ResourceLimits } from './processes/resource-guard.ts';
import {
  type OpenBrowser,
  type OpenDeps,
  openAttachedSession,
  openLaunchedSession,
} from './session/open-session.ts';
import { profileStore } from './state/profiles.ts';

/** Options of the driver: how it finds and starts browsers. */
export interface PlaywrightDriverOptions {
  /** A Chromium, Chrome or Edge binary. Default: an installed one, else the one that playwright-core fetched. */
  readonly executablePath?: string;
  /** Folder for profiles and for the marks by which left-over browsers are recognised. One per installation. */
  readonly stateFolder: string;
  /** Default true. */
  readonly headless?: boolean;
  /**
   * What keeps sessions apart. `process`: each session has a browser process, so a browser that crashes or exceeds a limit ends one
   * session. `context`: the sessions of this driver share one process, each with a context of its own (cookies, storage, proxy,
   * downloads, permissions), which opens in a third of the time; a crash of the process or an exceeded limit ends them all, and
   * a vulnerability of the browser reaches from one to the other. Choose it only where all sessions may see each other's data. Not
   * possible with `extensionPaths` or a debug address (`expose`). Default `process`.
   */
  readonly isolation?: 'process' | 'context';
  /** Further switches of the browser, except those that open a debug port. Default: none. */
  readonly args?: readonly string[];
  /**
   * The host's variables. Of them a browser gets those that tell it of screen, fonts, language and libraries, and no
   * others; a browser with a window needs them. Default: none.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Folders of unpacked extensions, loaded into every browser that is started. Chrome itself takes none; Chromium does. */
  readonly extensionPaths?: readonly string[];
  /** Filter lists of the extension `ad-blocker`, read when it is first asked for. Default: a short one of our own. */
  readonly adBlockLists?: readonly FilterList[];
  /** Reads the content of closed shadow roots. Default true. */
  readonly closedShadow?: boolean;
  /** Solves captchas for `solve_captcha`. Default: nobody does, and the action fails at once. */
  readonly captchaSolver?: CaptchaSolver;
  /** Time for one captcha, in ms. Default 120,000. */
  readonly captchaTimeoutMs?: number;
  /**
   * Limits of each browser process that is started. Default 4 GiB of memory and 2 GiB of storage. Held on Linux only.
   */
  readonly limits?: Partial<ResourceLimits>;
  /**
   * Records what the pages of every browser that is started request, or answers from such a recording without a network;
   * web sockets are not recorded. Default: neither.
   */
  readonly network?: NetworkRecording;
}

const captchaMs = 120_000;

/**
 * Opens Chromium, Chrome or Edge through playwright-core. Each session has a process group (unless `isolation` is `context`), a
 * temporary profile and an egress proxy of its own; nothing of it is left after `close`, nor, after `reap`, when its owner was killed.
 * `attach` joins a browser over the debug protocol and leaves it running.
 * The session's `native` object is the playwright-core `BrowserContext`. Throws `invalid_input` without a `stateFolder`, and with `args`
 * that open a debug port.
 */
export function playwrightDriver(options: PlaywrightDriverOptions): BrowserDriver<BrowserContext> {
  // From JavaScript it may be called without options.
  if (!options?.stateFolder) throw noStateFolder();
  const { stateFolder, captchaSolver, captchaTimeoutMs = captchaMs, isolation = 'process' } = options;
  const { headless = true, closedShadow = true, args = [], environment = {}, extensionPaths = [] } = options;
  if (isolation === 'context' && extensionPaths.length > 0) throw extensionsInContext();
  const debugPort = args.find((arg) => /^[-/]+remote-debugging-(port|address)\b/i.test(arg));
  if (debugPort !== undefined) throw openDebugPort(debugPort);
  const browsers = join(stateFolder, 'browsers');
  const profiles = profileStore(join(stateFolder, 'profiles'));
  const open = new Set<BrowserSession<BrowserContext>>();
  const adBlocker = adBlockerOf(options.adBlockLists);
  const nextRecording = options.network ? networkRecordings(options.network) : null;
  let isClosed = false;

  /** Browsers that are starting or ending: what they leave is removed at their end. */
  const underWay = new Set<Promise<unknown>>();
  const follow = <Result>(work: Promise<Result>): Promise<Result> => {
    const done = work.catch(() => undefined).finally(() => underWay.delete(done));
    underWay.add(done);
    return work;
  };

  const processOptions = {
    ...{ headless, closedShadow, environment, extensionPaths },
    limits: { ...defaultResourceLimits, ...options.limits },
  };
  /** By the path of their binary. */
  const sharedProcesses = new Map<string, SharedProcess>();
  const browserOf = (executablePath: string, { expose }: OpenOptions): OpenBrowser => {
    if (isolation === 'process')
      return (browser) => startSessionBrowser({ ...processOptions, executablePath, args }, browser);
    if (expose) throw exposedContext();
    const shared =
      sharedProcesses.get(executablePath) ??
      sharedProcess({ ...processOptions, executablePath, args, browsers });
    sharedProcesses.set(executablePath, shared);
    return shared.open;
  };

  const openTracked = async (
    request: OpenOptions,
    start: (deps: OpenDeps) => Promise<BrowserSession<BrowserContext>>,
  ): Promise<BrowserSession<BrowserContext>> => {
    stopIfCanceled(request.signal);
    if (isClosed)
      throw new RunwrightError(
        'browser_failed',
        'Cannot open a browser: the driver is closed. Create a new driver.',
      );
    const session = await start({
      browsers,
      profiles,
      headless,
      hasExtensions: extensionPaths.length > 0,
      closedShadow,
      adBlocker,
      captchas: { solver: captchaSolver ?? null, timeoutMs: captchaTimeoutMs },
    }).catch((cause: unknown) => {
      stopIfCanceled(request.signal);
      throw cause;
    });
    open.add(session);
    session.gone.addEventListener(
      'abort',
      () => {
        open.delete(session);
        follow(session.close());
      },
      { once: true },
    );
    // The driver may have been closed meanwhile, and then nobody else closes this one.
    if (request.signal.aborted || isClosed) await session.close();
    stopIfCanceled(request.signal);
    return session;
  };

  return {
    specVersion: 'v1',
    name: 'playwright',
    capabilities: { downloads: true, profiles: true, recording: true },
    profiles: { names: profiles.names, remove: profiles.remove },
    open: (request) =>
      follow(
        openTracked(request, async (deps) => {
          const { executablePath } = options;
          const found = findBrowser({
            ...(executablePath === undefined ? {} : { executablePath }),
            ...(request.browserType === undefined ? {} : { browserType: request.browserType }),
          });
          return openLaunchedSession(found, request, deps, browserOf(found.path, request), nextRecording?.());
        }),
      ),
    attach: (address, request) =>
      follow(openTracked(request, (deps) => openAttachedSession(address, request, deps))),
    reap() {
      // It takes up to a second of the main thread, and at a start nobody waits for an answer yet.
      loadPlaywright();
      return reapBrowsers(browsers);
    },
    async close() {
      isClosed = true;
      await Promise.all([...open].map((session) => session.close()));
      await Promise.all(underWay);
      await Promise.all([...sharedProcesses.values()].map((shared) => shared.close()));
    },
  };
}

/** Reads the lists once; an attempt that failed is made again. */
function adBlockerOf(lists: readonly FilterList[] | undefined): OpenDeps['adBlocker'] {
  let loading: ReturnType<typeof loadAdBlocker> | null = null;
  return (request) => {
    loading ??= loadAdBlocker(lists, request).then(
      (blocker) => {
        if (blocker.notices.length > 0) loading = null;
        return blocker;
      },
      (cause: unknown) => {
        loading = null;
        throw cause;
      },
    );
    return loading;
  };
}

function extensionsInContext(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    "Cannot load extensions into browsers with `isolation: 'context'`: they would see the pages of all sessions. Leave out `extensionPaths`, or use `isolation: 'process'`.",
  );
}

function openDebugPort(flag: string): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    `Cannot start browsers with \`${flag}\`: every user of this machine could drive them past the egress policy. Leave the switch out, and open sessions with \`expose\`.`,
  );
}

function exposedContext(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    "Cannot open a debug address for a browser with `isolation: 'context'`: it would reach the pages of all sessions. Use `isolation: 'process'`.",
  );
}

function noStateFolder(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    "Cannot create the browser driver: `stateFolder` is missing. Pass the path of a folder for profiles and running browsers, such as `playwrightDriver({ stateFolder: 'data/browsers' })`.",
  );
}
