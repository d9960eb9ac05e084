import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveFrame } from '@runwright/contract';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { withTimeout } from '../common/with-timeout.ts';
import { detachSession } from '../frames/detach-session.ts';
import type { Tab, Tabs } from '../tabs/tabs.ts';
import { screenshot } from './screenshot.ts';

/** Pixels; a page is made smaller to fit. */
const largest = { maxWidth: 1280, maxHeight: 800 };
const jpegQuality = 60;
/** At most ten frames in a second. */
const shortestMs = 100;
/** The active tab may change without a new picture of the former one. */
const lookMs = 300;
const startMs = 3_000;
const titleMs = 500;

interface Shot {
  readonly data: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Yields frames of the active tab as it changes; one that is not taken before the next is left out. As soon as a field
 * may hold a secret, each is painted over where such fields stand.
 */
export async function* screencast({
  context,
  tabs,
  hasSecrets,
  mask,
  ended,
}: {
  readonly context: BrowserContext;
  readonly tabs: Pick<Tabs, 'active'>;
  readonly hasSecrets: () => boolean;
  readonly mask: (text: string) => string;
  readonly ended: AbortSignal;
}): AsyncGenerator<LiveFrame> {
  let shown: Tab | null = null;
  let session: CDPSession | null = null;
  let latest: Shot | null = null;
  let arrived = Promise.withResolvers<void>();
  const titles = new WeakMap<Tab, string>();
  try {
    while (!ended.aborted) {
      const tab = await tabs.active().catch(() => null);
      if (tab !== null && tab !== shown) {
        if (session) await detachSession(session);
        shown = tab;
        session = await start(tab);
      }
      await Promise.race([arrived.promise, pause(lookMs)]);
      if (latest === null || shown === null || ended.aborted) continue;
      const shot: Shot = latest;
      latest = null;
      arrived = Promise.withResolvers();
      const frame = await frameOf(shown, shot).catch(() => null);
      if (frame !== null) yield frame;
      await pause(shortestMs);
    }
  } finally {
    if (session) await detachSession(session);
  }

  async function start(tab: Tab): Promise<CDPSession | null> {
    const found = await context.newCDPSession(tab.page).catch(() => null);
    found?.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      if (shown === tab) latest = { data, width: metadata.deviceWidth, height: metadata.deviceHeight };
      arrived.resolve();
      found.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    const how = { format: 'jpeg', quality: jpegQuality, ...largest } as const;
    await found?.send('Page.startScreencast', how, { timeout: startMs }).catch(() => undefined);
    return found;
  }

  async function frameOf(tab: Tab, { data, width, height }: Shot): Promise<LiveFrame> {
    // While a page is busy it has the title of the frame before.
    const title = await withTimeout(titleMs, tab.page.title(), titles.get(tab) ?? '');
    titles.set(tab, title);
    const page = { url: mask(tab.page.url()), title: mask(title) };
    if (!hasSecrets()) return { jpeg: Buffer.from(data, 'base64'), width, height, ...page };
    const maxEdge = largest.maxWidth;
    const image = await screenshot(context, tab, { format: 'jpeg', maxEdge, signal: ended });
    return { jpeg: image.bytes, width: image.cssWidth, height: image.cssHeight, ...page };
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: ended, ref: false }).catch(() => undefined);
  }
}
