import type { OpenOptions } from '@runwright/contract';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { detachSession } from '../frames/detach-session.ts';
import { checkReader, type ReaderCheck } from '../frames/reader-check.ts';
import { type EgressProxy, signInUrl } from '../network/egress-proxy.ts';
import { type BrowserFolder, processGroupsOn } from '../processes/browser-folder.ts';
import { killGroup } from '../processes/process-table.ts';
import { browserEnvironment } from './browser-environment.ts';
import { browserFlags } from './browser-flags.ts';
import { emulationOptions } from './emulation.ts';
import { launchError } from './launch-error.ts';
import { loadPlaywright } from './load-playwright.ts';

/** Options for starting a browser. */
export interface LaunchOptions {
  readonly executablePath: string;
  readonly headless: boolean;
  readonly args: readonly string[];
  /** Variables of the host; the browser gets those that it needs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folders of unpacked extensions of the browser. */
  readonly extensionPaths: readonly string[];
  readonly folder: BrowserFolder;
  readonly proxy: EgressProxy;
  /** Options that decide what pages see of the browser. */
  readonly request: OpenOptions;
  /** Reads the content of closed shadow roots. */
  readonly closedShadow: boolean;
  /** A browser that was asked to close and has not done so by then is killed. Default 4,000 ms. */
  readonly graceMs?: number;
}

/** A browser on a pipe, in a process group of its own, signed in at its proxy. */
export interface LaunchedBrowser {
  readonly context: BrowserContext;
  readonly version: string;
  readonly reader: ReaderCheck;
  /** Closes it; what has not ended after the grace time is killed, the whole group at once. */
  close(): Promise<void>;
}

const startMs = 30_000;
const defaultGraceMs = 4_000;

/** Starts a browser. Throws `browser_failed` with what it printed when it ends at once. The library speaks to it over a pipe, which also ends it when this process dies. */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { executablePath, headless, folder, proxy, request, extensionPaths } = options;
  const launched = loadPlaywright().chromium.launchPersistentContext(folder.profile, {
    executablePath,
    headless,
    // The sandbox of Chromium does not start for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...browserFlags(proxy.url), ...extensionFlags(extensionPaths), ...options.args],
    ...(extensionPaths.length === 0 ? {} : { ignoreDefaultArgs: ['--disable-extensions'] }),
    env: browserEnvironment(options.environment, folder.temporary),
    downloadsPath: folder.downloads,
    artifactsDir: folder.artifacts,
    acceptDownloads: true,
    ...emulationOptions(request),
    timeout: startMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const context = await launched.catch((cause: unknown) => {
    throw launchError(executablePath, cause);
  });
  const close = (): Promise<void> => endBrowser(context, folder, options.graceMs ?? defaultGraceMs);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await signIn(context, page, proxy);
    const reader = await checkReader(context, page, options);
    return { context, version: context.browser()?.version() ?? 'unknown', reader, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

function extensionFlags(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [`--disable-extensions-except=${paths.join(',')}`, `--load-extension=${paths.join(',')}`];
}

async function endBrowser(context: BrowserContext, folder: BrowserFolder, graceMs: number): Promise<void> {
  const groups = await processGroupsOn(folder.profile);
  const timer = Promise.withResolvers<void>();
  const timeout = setTimeout(timer.resolve, graceMs);
  await Promise.race([context.close().catch(() => undefined), timer.promise]);
  clearTimeout(timeout);
  await Promise.all(groups.map(killGroup));
}

/**
 * Gives the browser its credentials once; its network stack remembers them for every later connection. Only the
 * sign-in address is intercepted, so that nothing else is slowed down.
 */
async function signIn(context: BrowserContext, page: Page, { credentials }: EgressProxy): Promise<void> {
  const session = await context.newCDPSession(page);
  answerSignIn(session, credentials);
  await session.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [{ urlPattern: `${signInUrl}*` }],
  });
  await page.goto(signInUrl, { timeout: startMs });
  await detachSession(session);
}

function answerSignIn(session: CDPSession, credentials: EgressProxy['credentials']): void {
  const ignore = (): void => undefined;
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(ignore);
  });
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isOurs = authChallenge.source === 'Proxy';
    const answer = isOurs
      ? { response: 'ProvideCredentials' as const, ...credentials }
      : { response: 'CancelAuth' as const };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer }).catch(ignore);
  });
}
