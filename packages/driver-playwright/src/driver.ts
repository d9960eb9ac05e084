import { join } from 'node:path';
import {
  type BrowserDriver,
  type BrowserSession,
  type OpenOptions,
  RunwrightError,
} from '@runwright/contract';
import type { BrowserContext } from 'playwright-core';
import { followTabs } from './browser-tabs.ts';
import { egressProxy } from './egress-proxy.ts';
import { browserFailed, stopIfCanceled } from './error.ts';
import { findBrowser } from './find-browser.ts';
import { launchBrowser } from './launch.ts';
import { monotonicMs } from './monotonic.ts';
import { openSession } from './session.ts';
import { createBrowserFolder, reapBrowsers } from './state-folder.ts';

/** How browsers are found and started. */
export interface PlaywrightDriverOptions {
  /** A Chromium, Chrome or Edge binary. Default: an installed one, else the one that playwright-core fetched. */
  readonly executablePath?: string;
  /** Folder for profiles and for the marks by which left-over browsers are recognised. One per installation. */
  readonly stateFolder: string;
  /** Default true. */
  readonly headless?: boolean;
  /** Further switches of the browser. Default: none. */
  readonly args?: readonly string[];
}

const defaultViewport = { width: 1280, height: 800 } as const;

/**
 * Opens Chromium, Chrome or Edge through playwright-core. Each session has a process group, a temporary profile and
 * an egress proxy of its own; nothing of it is left after `close`, nor, after `reap`, when its owner was killed.
 * The session's `native` object is the playwright-core `BrowserContext`.
 */
export function playwrightDriver(options: PlaywrightDriverOptions): BrowserDriver<BrowserContext> {
  const { stateFolder, executablePath, headless = true, args = [] } = options;
  const browsers = join(stateFolder, 'browsers');
  const open = new Set<BrowserSession<BrowserContext>>();
  let isClosed = false;

  return {
    specVersion: 'v1',
    name: 'playwright',
    capabilities: {},
    async open(request) {
      stopIfCanceled(request.signal);
      if (isClosed)
        throw new RunwrightError(
          'browser_failed',
          'A browser was to be opened, and the driver is closed. Make a new driver.',
        );
      const { path, notices } = findBrowser({
        ...(executablePath === undefined ? {} : { executablePath }),
        ...(request.browserType === undefined ? {} : { browserType: request.browserType }),
      });
      const session = await start(request, { path, notices, browsers, headless, args });
      open.add(session);
      session.gone.addEventListener('abort', () => open.delete(session), { once: true });
      if (request.signal.aborted) await session.close();
      stopIfCanceled(request.signal);
      return session;
    },
    reap: () => reapBrowsers(browsers),
    async close() {
      isClosed = true;
      await Promise.all([...open].map((session) => session.close()));
    },
  };
}

interface Start {
  readonly path: string;
  readonly notices: readonly string[];
  readonly browsers: string;
  readonly headless: boolean;
  readonly args: readonly string[];
}

async function start(request: OpenOptions, found: Start): Promise<BrowserSession<BrowserContext>> {
  const { path, notices, browsers, headless, args } = found;
  const resources: (() => Promise<void>)[] = [];
  let ending: Promise<void> | null = null;
  /** Gives back everything, the last first, once; one that fails does not keep the others. */
  const end = (): Promise<void> => {
    ending ??= (async () => {
      for (const release of resources.toReversed()) await release().catch(() => undefined);
    })();
    return ending;
  };
  try {
    const folder = await createBrowserFolder(browsers);
    resources.push(() => folder.remove());
    const upstream = request.proxy === undefined ? {} : { upstream: request.proxy };
    const proxy = await egressProxy({ policy: request.egress, now: monotonicMs, ...upstream });
    resources.push(() => proxy.close());
    const browser = await launchBrowser({
      executablePath: path,
      headless,
      args,
      folder,
      proxy,
      viewport: request.viewport ?? defaultViewport,
      ...(request.extraHttpHeaders ? { extraHttpHeaders: request.extraHttpHeaders } : {}),
    });
    resources.push(() => browser.close());
    const tabs = await followTabs(browser.context, monotonicMs);
    // A browser that was killed from outside still leaves a folder and a proxy.
    browser.context.once('close', () => void end());
    return openSession({
      id: folder.id,
      context: browser.context,
      tabs,
      proxy,
      options: request,
      about: { browser: brandOf(path), version: browser.version, notices },
      headless,
      now: monotonicMs,
      end,
    });
  } catch (cause) {
    await end();
    throw browserFailed(`A browser was to be started from \`${path}\``, cause);
  }
}

function brandOf(path: string): string {
  if (/edge/i.test(path)) return 'edge';
  return /google-chrome|Google Chrome|chrome(\.exe)?$/i.test(path) ? 'chrome' : 'chromium';
}
