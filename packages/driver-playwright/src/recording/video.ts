import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Box, Recording } from '@runwright/contract';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { withTimeout } from '../common/with-timeout.ts';
import { detachSession } from '../frames/detach-session.ts';
import { captureInTurn } from '../observe/capture-in-turn.ts';
import { secretBoxes } from '../observe/secret-boxes.ts';
import { movementAreas } from '../pictures/movement-areas.ts';
import type { Area } from '../pictures/redact.ts';
import type { VideoEncoder } from '../pictures/video-encoder.ts';
import type { Tab } from '../tabs/tabs.ts';
import type { RecordingSource } from './recording-source.ts';

/** A video that follows the tab which is worked on. */
export interface Video extends RecordingSource {
  /** From now on this tab is shown. */
  follow(tab: Tab): void;
}

/** Options of a video. */
export interface VideoOptions {
  readonly context: Pick<BrowserContext, 'newCDPSession'>;
  readonly createEncoder: () => VideoEncoder;
  /** Returns true when fields of the pages may hold a secret. */
  readonly hasSecrets: () => boolean;
  readonly now: () => number;
}

/** Pixels; a page is made smaller to fit. */
const largest = { maxWidth: 1024, maxHeight: 768 };
const jpegQuality = 80;
/** At most four frames in a second, as long as the video is short; a longer one gets fewer. */
const shortestMs = 250;
/** Bytes after which the time between frames doubles; eight times that is where a video ends. */
const stretchBytes = 8_000_000;
const longestVideoBytes = 8 * stretchBytes;
const boxesMs = 1_000;
const pictureMs = 3_000;
/** Most attempts to redact a picture. */
const mostTries = 4;
const endMs = 8_000;
/** A page that gives no last picture by then does not respond. */
const lastMs = 4_000;

interface Capture {
  readonly data: string;
  readonly tab: Tab;
  readonly at: number;
  readonly pageWidth: number;
  readonly tries: number;
}

/** Begins a video; nothing is done before a tab is followed. */
export function recordVideo({ context, createEncoder, hasSecrets, now }: VideoOptions): Video {
  const startedAt = now();
  let encoder: VideoEncoder | null = null;
  let bytes = 0;
  let shown: Tab | null = null;
  let screencast: Promise<CDPSession | null> = Promise.resolve(null);
  let latest: Capture | null = null;
  let working: Promise<void> | null = null;
  let boxes: { readonly tab: Tab; readonly at: readonly Box[] } | null = null;
  let taking: Promise<Recording | null> | null = null;
  const ending = new AbortController();

  /** Returns the areas of secret fields since the last call, and whether they have moved; null when unknown. */
  const findSecretAreas = async (
    tab: Tab,
  ): Promise<{ readonly areas: readonly Area[]; readonly areStill: boolean } | null> => {
    if (!hasSecrets()) return { areas: [], areStill: true };
    const limits = { timeoutMs: boxesMs, signal: new AbortController().signal };
    const before = boxes?.tab === tab ? boxes.at : null;
    const after = await secretBoxes(tab, limits, boxes?.tab !== tab).catch(() => null);
    boxes = after && { tab, at: after };
    if (!before || !after) return null;
    return { areas: movementAreas(before, after), areStill: isDeepStrictEqual(before, after) };
  };
  /** False when the same picture could be shown better a moment later. */
  const keep = async ({ data, tab, at, pageWidth }: Capture): Promise<boolean> => {
    const secret = await findSecretAreas(tab);
    if (!secret) return false;
    encoder ??= createEncoder();
    const jpeg = Buffer.from(data, 'base64');
    bytes = await encoder.add({ jpeg, areas: secret.areas, pageWidth, at });
    return secret.areStill;
  };
  /** One frame after the other, the newest first, none too soon. */
  const work = async (): Promise<void> => {
    while (latest && bytes < longestVideoBytes) {
      const shot: Capture = latest;
      latest = null;
      const isDone = await keep(shot).catch(() => true);
      await pause(shortestMs * 2 ** Math.floor(bytes / stretchBytes), ending.signal);
      // A page that has changed since has sent another picture. An old one could show a field where it is no more.
      if (!isDone && shot.tries < mostTries && !latest) latest = await again(shot);
    }
  };
  const again = async ({ tab, tries }: Pick<Capture, 'tab' | 'tries'>): Promise<Capture | null> => {
    const session = await screencast;
    if (!session || shown !== tab) return null;
    const signal = AbortSignal.timeout(pictureMs);
    const picture = await captureInTurn(tab.page, signal, () => pictureNow(session)).catch(() => null);
    return picture && { ...picture, tab, at: now() - startedAt, tries: tries + 1 };
  };
  const take = (shot: Capture): void => {
    latest = shot;
    working ??= work().finally(() => {
      working = null;
    });
  };
  const start = async (tab: Tab): Promise<CDPSession | null> => {
    const session = await context.newCDPSession(tab.page).catch(() => null);
    if (!session) return null;
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      // A frame that is not acknowledged holds the next one back.
      void pause(shortestMs / 2, ending.signal).then(() =>
        session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined),
      );
      if (shown === tab && !ending.signal.aborted)
        take({ data, tab, at: now() - startedAt, pageWidth: metadata.deviceWidth, tries: 1 });
    });
    await session
      .send(
        'Page.startScreencast',
        { format: 'jpeg', quality: jpegQuality, ...largest },
        { timeout: pictureMs },
      )
      .catch(() => undefined);
    return session;
  };

  /** Adds the last picture, also when the browser has sent no picture of it, or one that could not be painted over. */
  const takeLast = async (): Promise<void> => {
    await working;
    const last = shown && (await again({ tab: shown, tries: 0 }));
    if (last) take(last);
    await working;
  };

  const end = async (): Promise<Recording | null> => {
    const session = await withTimeout(lastMs, screencast, null);
    ending.abort();
    await withTimeout(lastMs, takeLast(), undefined);
    if (session) await detachSession(session);
    // A page that does not respond holds up the last picture.
    if (working) await withTimeout(lastMs, working, undefined);
    const webm = encoder && (await withTimeout(endMs, encoder.finish(now() - startedAt), null));
    return webm && { type: 'recording', content: webm, contentType: 'video/webm' };
  };

  return {
    follow(tab) {
      if (shown === tab || ending.signal.aborted) return;
      shown = tab;
      const last = screencast;
      screencast = (async () => {
        const before = await last;
        if (before) await detachSession(before);
        return shown === tab ? start(tab) : null;
      })();
    },
    take() {
      taking ??= end();
      return taking;
    },
  };
}

/** A pause that ends early when the video does. */
async function pause(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: ending, ref: false }).catch(() => undefined);
}

/** Takes a picture of the viewport in the size of the other frames. */
async function pictureNow(session: CDPSession): Promise<Pick<Capture, 'data' | 'pageWidth'>> {
  const { cssLayoutViewport: view } = await session.send('Page.getLayoutMetrics', undefined, {
    timeout: pictureMs,
  });
  const { clientWidth: width, clientHeight: height, pageX: x, pageY: y } = view;
  const scale = Math.min(1, largest.maxWidth / width, largest.maxHeight / height);
  const clip = { x, y, width, height, scale };
  const how = { format: 'jpeg', quality: jpegQuality, optimizeForSpeed: true, clip } as const;
  const { data } = await session.send('Page.captureScreenshot', how, { timeout: pictureMs });
  return { data, pageWidth: width };
}
