import { randomBytes } from 'node:crypto';
import type { CallLimits, PageChannel, ReaderConnection } from '@runwright/page-reader';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { followDocuments } from './closed-roots.ts';
import { detachSession } from './detach-session.ts';
import { type ChannelOptions, frameChannel } from './frame-channel.ts';
import { type FrameSession, openFrameSession, startKeyOf } from './frame-session.ts';
import { sendOptions } from './resolve-node.ts';

/** The frames of a page, for reading and beside it. */
export interface PageFrames extends PageChannel {
  /** Runs an expression in the page's own world of every document there is; false when one of them did not take it. */
  run(expression: string, limits: CallLimits): Promise<boolean>;
  /** Ends the protocol sessions; the page goes on. */
  end(): Promise<void>;
}

/** Options for reaching the frames of a page. */
export interface FrameOptions {
  /** Look into closed shadow roots. Default: true. */
  readonly closedShadow?: boolean;
  /** Connection between the main world and the isolated world of the reader. Default: `events`. */
  readonly connection?: ReaderConnection;
}

/**
 * Reaches the frames of a page through the debug protocol: one session for the page, one for each frame in another process.
 *
 * @param onOpening is told when a frame opens a window, which is before the window is there
 */
export async function pageFrames(
  context: BrowserContext,
  page: Page,
  onOpening: () => void,
  { closedShadow = true, connection = 'events' }: FrameOptions = {},
): Promise<PageFrames> {
  const [session, startKey] = await Promise.all([
    context.newCDPSession(page),
    closedShadow ? startKeyOf(context) : null,
  ]);
  const main = await openFrameSession(session, onOpening);
  const eventName = `e${randomBytes(12).toString('hex')}`;
  const options: Omit<ChannelOptions, 'isMainThread'> = {
    startKey,
    eventName,
    connection,
    mayHoldRoots: followDocuments(page),
  };
  const remoteByFrame = new Map<Frame, Promise<FrameSession | null>>();
  const openRemotes = new Set<FrameSession>();
  /** Frames by their elements, which the reader names anew only in another document. */
  const frameIds = new Map<string, string>();

  const sessionOf = (frameId: string): FrameSession | undefined =>
    [main, ...openRemotes].find(({ contexts }) => contexts.has(frameId));

  const openRemote = async (frame: Frame): Promise<FrameSession | null> => {
    // Asking for a session of its own fails for a frame of the same process.
    const own = await context.newCDPSession(frame).catch(() => null);
    if (!own) {
      remoteByFrame.delete(frame);
      return null;
    }
    const frameSession = await openFrameSession(own, onOpening);
    openRemotes.add(frameSession);
    own.once('close', () => {
      openRemotes.delete(frameSession);
      remoteByFrame.delete(frame);
    });
    return frameSession;
  };

  const remoteSessions = (): (Promise<FrameSession | null> | null)[] =>
    page.frames().map((frame) => {
      if (frame === page.mainFrame()) return null;
      const known = remoteByFrame.get(frame) ?? openRemote(frame);
      remoteByFrame.set(frame, known);
      known.catch(() => remoteByFrame.delete(frame));
      return known;
    });

  /** Looks for frames that have moved into a process of their own, until the wanted one is among them. */
  const findRemote = async (frameId: string, limits: CallLimits): Promise<void> => {
    const found = remoteSessions().map(async (frameSession) => {
      if ((await frameSession)?.rootFrameId !== frameId) throw new Error('another frame');
    });
    // One that does not answer must not keep the others waiting; that it is none of them is no failure.
    await withLimits(
      limits,
      Promise.any(found).catch(() => undefined),
    );
  };

  return {
    async main(limits) {
      // Between two documents a frame has none for a moment.
      await contextOf(main, main.rootFrameId, limits);
      return frameChannel(main, main.rootFrameId, { ...options, isMainThread: true });
    },
    async frameOf(parent, { objectId }, limits) {
      const kept = frameIds.get(objectId);
      if (kept !== undefined && sessionOf(kept)) return kept;
      const described = await sessionOf(parent.frameId)?.session.send(
        'DOM.describeNode',
        { objectId },
        sendOptions(limits),
      );
      const frameId = described?.node.frameId ?? null;
      if (frameId) frameIds.set(objectId, frameId);
      return frameId;
    },
    async inner(frameId, limits) {
      if (!sessionOf(frameId)) await findRemote(frameId, limits);
      const frameSession = sessionOf(frameId);
      return frameSession
        ? frameChannel(frameSession, frameId, { ...options, isMainThread: frameSession === main })
        : null;
    },
    async run(expression, limits) {
      const take = async ({ session, contexts }: FrameSession): Promise<boolean> => {
        const taken = [...contexts.values()].map(async ({ mainWorld: contextId }) => {
          const order = { expression, contextId, silent: true };
          const { exceptionDetails } = await session.send('Runtime.evaluate', order, sendOptions(limits));
          return exceptionDetails === undefined;
        });
        return allOf(taken);
      };
      const remotes = remoteSessions().map(async (frameSession) => {
        const own = await frameSession;
        return own === null || take(own);
      });
      return allOf([take(main), ...remotes]);
    },
    async end() {
      await Promise.all([main, ...openRemotes].map(({ session: each }) => detachSession(each)));
    },
    documentOf: (frameId) => sessionOf(frameId)?.contexts.get(frameId)?.documentId ?? null,
  };
}

async function allOf(works: readonly Promise<boolean>[]): Promise<boolean> {
  const told = await Promise.all(works.map((work) => work.catch(() => false)));
  return !told.includes(false);
}

/** Returns the result of `work`; rejects when the limits are reached first. */
async function withLimits<Result>(limits: CallLimits, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, limits.timeoutMs, new Error('the frame did not answer in time'));
  const stop = (): void => reject(limits.signal.reason);
  limits.signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    limits.signal.removeEventListener('abort', stop);
  }
}

/** Resolves when the frame has a document; rejects when the limits are reached. */
async function contextOf(
  { session, contexts }: FrameSession,
  frameId: string,
  limits: CallLimits,
): Promise<void> {
  const ended = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)]);
  while (!contexts.has(frameId)) {
    ended.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    session.once('Runtime.executionContextCreated', wake);
    session.once('close', wake);
    ended.addEventListener('abort', wake, { once: true });
    await promise;
    session.off('Runtime.executionContextCreated', wake);
    ended.removeEventListener('abort', wake);
  }
}
