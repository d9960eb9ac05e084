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
import { type NetworkRecording, networkRecordings } from './network/network-recording.ts';
import { reapBrowsers } from './processes/browser-folder.ts';
import { defaultResourceLimits, type ResourceLimits } from './processes/resource-guard.ts';
import { type OpenDeps, openAttachedSession, openLaunchedSession } from './session/open-session.ts';
import { profileStore } from './state/profiles.ts';

/** Options of the driver: how it finds and starts browsers. */
export interface PlaywrightDriverOptions {
  /** A Chromium, Chrome or Edge binary. Default: an installed one, else the one that playwright-core fetched. */
  readonly executablePath?: string;
  /** Folder for profiles and for the marks by which left-over browsers are recognised. One per installation. */
  readonly stateFolder: string;
  /** Default true. */
  readonly headless?: boolean;
  /** Further switches of the browser. Default: none. */
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
   * Limits of each browser that is started. Default 4 GiB of memory and 2 GiB of storage. Held on Linux only.
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
 * Opens Chromium, Chrome or Edge through playwright-core. Each session has a process group, a temporary profile and
 * an egress proxy of its own; nothing of it is left after `close`, nor, after `reap`, when its owner was killed.
 * `attach` joins a browser over the debug protocol and leaves it running.
 * The session's `native` object is the playwright-core `BrowserContext`. Throws `invalid_input` without a `stateFolder`.
 */
export function playwrightDriver(options: PlaywrightDriverOptions): BrowserDriver<BrowserContext> {
  // From JavaScript it may be called without options.
  if (!options?.stateFolder) throw noStateFolder();
  const { stateFolder, captchaSolver, captchaTimeoutMs = captchaMs } = options;
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
      headless: options.headless ?? true,
      args: options.args ?? [],
      environment: options.environment ?? {},
      extensionPaths: options.extensionPaths ?? [],
      closedShadow: options.closedShadow ?? true,
      adBlocker,
      limits: { ...defaultResourceLimits, ...options.limits },
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
          return openLaunchedSession(found, request, deps, nextRecording?.());
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

function noStateFolder(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    "Cannot create the browser driver: `stateFolder` is missing. Pass the path of a folder for profiles and running browsers, such as `playwrightDriver({ stateFolder: 'data/browsers' })`.",
  );
}
