import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { type BrowserFolder, processGroupsOn } from '../processes/browser-folder.ts';
import { killGroup } from '../processes/process-table.ts';
import { guardResources, type ResourceLimits } from '../processes/resource-guard.ts';
import { browserEnvironment } from './browser-environment.ts';
import { browserFlags, ignoredFlags } from './browser-flags.ts';
import { writePreferences } from './browser-preferences.ts';
import { launchError } from './launch-error.ts';
import { loadPlaywright } from './load-playwright.ts';
import { maxMessageBytes as defaultMaxMessageBytes, describeOversizedMessage } from './message-limit.ts';
import { launchWithPipe, type ProtocolPipe } from './protocol-pipe.ts';

/** Options of the driver for starting a browser process. */
export interface ProcessOptions {
  readonly executablePath: string;
  readonly headless: boolean;
  readonly args: readonly string[];
  /** Variables of the host; the browser gets those that it needs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folders of unpacked extensions of the browser. */
  readonly extensionPaths: readonly string[];
  readonly limits: ResourceLimits;
  /** Bytes of one message of the debug protocol, after which the browser is killed. Default 128 MiB. */
  readonly maxMessageBytes?: number;
}

/** Options of one browser process, besides those of the driver. */
export interface StartOptions {
  readonly folder: BrowserFolder;
  /** Proxy for everything that the browser requests, except in contexts with a proxy of their own. */
  readonly proxyUrl: string;
  /** What pages of the browser's own context see of it. Default: what the library chooses. */
  readonly emulation?: BrowserContextOptions;
  /** A browser that was asked to close and has not done so by then is killed. Default 4,000 ms. */
  readonly graceMs?: number;
}

/** A browser on a pipe, in a process group of its own, with limits of memory and storage. */
export interface BrowserProcess {
  /** The context of the browser's profile; closed when the process ends. */
  readonly context: BrowserContext;
  readonly version: string;
  readonly pipe: ProtocolPipe;
  /** What was ended because it used too much, in sentences. */
  readonly ended: ReadonlySet<string>;
  /** Closes it; what has not ended after the grace time is killed, the whole group at once. */
  close(): Promise<void>;
}

const startMs = 30_000;
const defaultGraceMs = 4_000;

/**
 * Starts a browser. The library speaks to it over a pipe, which also ends it when this process dies. Throws `browser_failed` with what
 * the browser printed when it ends at once.
 */
export async function startBrowserProcess(
  options: ProcessOptions,
  { folder, proxyUrl, emulation = {}, graceMs = defaultGraceMs }: StartOptions,
): Promise<BrowserProcess> {
  const { executablePath, headless, args, environment, extensionPaths, limits } = options;
  const { maxMessageBytes = defaultMaxMessageBytes } = options;
  await writePreferences(folder.profile);
  const { chromium } = loadPlaywright();
  const launch = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(folder.profile, {
      executablePath,
      headless,
      // The sandbox of Chromium does not start for root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [...browserFlags(proxyUrl), ...extensionFlags(extensionPaths), ...args],
      ignoreDefaultArgs: [...ignoredFlags, ...(extensionPaths.length === 0 ? [] : ['--disable-extensions'])],
      env: browserEnvironment(environment, folder.temporary),
      downloadsPath: folder.downloads,
      artifactsDir: folder.artifacts,
      acceptDownloads: true,
      ...emulation,
      timeout: startMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  const ended = new Set<string>();
  const limit = {
    maxMessageBytes,
    onOversized: () => ended.add(describeOversizedMessage('The browser was ended', maxMessageBytes)),
  };
  const { launched: context, pipe } = await launchWithPipe(folder.profile, limit, launch).catch(
    (cause: unknown) => {
      throw launchError(executablePath, cause);
    },
  );
  const groups = await processGroupsOn(folder.profile);
  const guard = guardResources({
    limits,
    groups,
    folders: [folder.profile, folder.temporary],
    onEnd: (sentence) => ended.add(sentence),
  });
  return {
    context,
    version: context.browser()?.version() ?? 'unknown',
    pipe,
    ended,
    async close() {
      guard.stop();
      await closeContext(context, graceMs);
      await Promise.all(groups.map(killGroup));
    },
  };
}

/** Closes a context. Returns false when it did not close within the time. */
export async function closeContext(context: BrowserContext, graceMs = defaultGraceMs): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(timer.resolve, graceMs, false);
  const closed = context.close().then(
    () => true,
    () => true,
  );
  const isClosed = await Promise.race([closed, timer.promise]);
  clearTimeout(timeout);
  return isClosed;
}

function extensionFlags(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [`--disable-extensions-except=${paths.join(',')}`, `--load-extension=${paths.join(',')}`];
}
