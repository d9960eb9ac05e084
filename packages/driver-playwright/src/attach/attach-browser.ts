import { type OpenOptions, RunwrightError } from '@runwright/contract';
import { type EgressDenials, refusePromptsSource } from '@runwright/page-actions';
import type { BrowserContext, Page } from 'playwright-core';
import type { AdBlocker } from '../ad-block/ad-blocker.ts';
import { withTimeout } from '../common/with-timeout.ts';
import { checkReader, type ReaderCheck } from '../frames/reader-check.ts';
import { checkEmulation, defaultViewport } from '../launch/emulation.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { describeOversizedMessage, maxMessageBytes } from '../launch/message-limit.ts';
import { createEgressDenialLog } from '../network/egress-denials.ts';
import { type BrowserTabs, followTabs } from '../tabs/browser-tabs.ts';
import { browserAddress } from './browser-address.ts';
import { connect } from './connection.ts';
import { guardCheckUrl, guardRequests } from './guard-requests.ts';

/** A running browser that was attached to, with a tab of this session. */
export interface AttachedBrowser {
  readonly context: BrowserContext;
  readonly tabs: BrowserTabs;
  readonly denials: EgressDenials;
  readonly version: string;
  readonly reader: ReaderCheck;
  /** Grows when the connection is closed because of a message of the browser. */
  readonly notices: readonly string[];
}

/** Options for attaching to a browser, besides those of the session. */
export interface AttachOptions {
  readonly artifacts: string;
  readonly downloads: string;
  readonly closedShadow: boolean;
  readonly adBlocker: AdBlocker | null;
  readonly onAd: () => void;
  readonly now: () => number;
  /** Is told what to give back at the end, in the order of its making. */
  readonly onEnd: (release: () => Promise<void>) => void;
}

const connectMs = 30_000;
const closeMs = 4_000;

/** Attaches to a running browser and checks its requests with the policy. The browser keeps running when the session closes. */
export async function attachBrowser(
  address: string,
  request: OpenOptions,
  tools: AttachOptions,
): Promise<AttachedBrowser> {
  checkEmulation(request);
  const { egress, signal } = request;
  const { adBlocker, onAd, now, onEnd } = tools;
  const ended = new AbortController();
  const { url, destination } = await browserAddress(address, { egress, signal });
  const notices = [...ignoredOptionNotices(request)];
  const connection = await connect(url, destination, {
    onOversized: () =>
      notices.push(describeOversizedMessage('The connection to the browser was closed', maxMessageBytes)),
    signal,
  });
  onEnd(async () => {
    ended.abort();
    connection.close();
  });
  const denials = createEgressDenialLog(now);
  const guard = await guardRequests(connection, {
    ...{ egress, denials, adBlocker, onAd, now },
    signal: ended.signal,
  });
  const browser = await loadPlaywright().chromium.connectOverCDP(connection.url, {
    timeout: connectMs,
    artifactsDir: tools.artifacts,
  });
  onEnd(() => withTimeout(closeMs, browser.close(), undefined));
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no window to join');
  await guardSockets(context, { egress, signal: ended.signal });
  const { extraHttpHeaders, viewport = defaultViewport, colorScheme } = request;
  const prepare = async (page: Page): Promise<void> => {
    if (extraHttpHeaders) await page.setExtraHTTPHeaders({ ...extraHttpHeaders });
    if (colorScheme) await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ ...viewport });
    // Pages are as wide as in a browser that was started here.
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setScrollbarsHidden', { hidden: true });
    await page.addInitScript({ content: refusePromptsSource });
    guard.refusePromptsOf((await session.send('Target.getTargetInfo')).targetInfo.targetId);
  };
  const checked = await context.newPage();
  await checked.goto(guardCheckUrl, { timeout: connectMs }).catch(() => undefined);
  const reader = await checkReader(context, checked, tools).finally(() => checked.close());
  const tabs = await followTabs(context, now, {
    ...request,
    connection: reader.connection,
    attachedClient: { prepare, targetId: request.targetId },
    downloadsPath: tools.downloads,
    closedShadow: tools.closedShadow,
  });
  onEnd(() => withTimeout(closeMs, closeAll(tabs.ours()), undefined));
  if (!guard.isOfBrowser)
    notices.push(
      'The browser tells of requests by page alone: those that it makes ahead of a page are not checked.',
    );
  return { context, tabs, denials, version: browser.version(), reader, notices };
}

async function closeAll(pages: readonly Page[]): Promise<void> {
  await Promise.all(pages.map((page) => page.close()));
}

/** A socket of a page waits for the policy as a request does. */
async function guardSockets(
  context: BrowserContext,
  { egress, signal }: Pick<OpenOptions, 'egress' | 'signal'>,
): Promise<void> {
  await context.routeWebSocket(
    () => true,
    async (socket) => {
      const isAllowed = await egress.check(socket.url().replace(/^ws/, 'http'), { signal }).then(
        () => true,
        () => false,
      );
      if (isAllowed) socket.connectToServer();
      else await socket.close({ code: 1008, reason: 'refused by the egress policy' });
    },
  );
}

/** Returns a notice that names the options which a running browser ignores. */
function ignoredOptionNotices(request: OpenOptions): readonly string[] {
  if (request.state !== undefined || request.profile !== undefined) {
    throw new RunwrightError(
      'invalid_input',
      'Cannot attach to a running browser with a profile: it has its own. Leave out the profile or the address.',
    );
  }
  const lacking = (['proxy', 'browserType', 'deviceScaleFactor', 'userAgent', 'locale', 'timezone'] as const)
    .filter((name) => request[name] !== undefined)
    .map((name) => `\`${name}\``);
  return lacking.length === 0
    ? []
    : [`A browser that runs already keeps its own settings; ${lacking.join(', ')} had no influence on it.`];
}
