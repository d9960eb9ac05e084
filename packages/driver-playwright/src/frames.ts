import type { CallLimits, FrameChannel, PageArgument, PageChannel, PageHandle } from '@runwright/page-reader';
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';

/** The main-world contexts of the frames that one protocol session sees. */
interface Realm {
  readonly session: CDPSession;
  readonly contexts: Map<string, { readonly contextId: number; readonly documentId: string }>;
  readonly urls: Map<string, string>;
  readonly rootFrameId: string;
}

/**
 * Reaches the frames of a page through the debug protocol: one session for the page, one for each frame elsewhere.
 *
 * @param onOpening is told when a frame opens a window, which is before the window is there
 */
export async function pageFrames(
  context: BrowserContext,
  page: Page,
  onOpening: () => void,
): Promise<PageChannel> {
  const main = await openRealm(await context.newCDPSession(page), onOpening);
  const elsewhere = new Map<Frame, Realm>();
  const frameIds = new Map<string, string>();

  const realms = (): readonly Realm[] => [main, ...elsewhere.values()];
  const realmOf = (frameId: string): Realm | undefined =>
    realms().find(({ contexts }) => contexts.has(frameId));

  /** Looks for frames that have moved into a process of their own. */
  const lookElsewhere = async (): Promise<void> => {
    await Promise.all(
      page.frames().map(async (frame) => {
        if (frame === page.mainFrame() || elsewhere.has(frame)) return;
        const session = await context.newCDPSession(frame).catch(() => null);
        if (!session) return;
        session.once('close', () => elsewhere.delete(frame));
        elsewhere.set(frame, await openRealm(session, onOpening));
      }),
    );
  };

  return {
    async main(limits) {
      // Between two documents a frame has none for a moment.
      await contextOf(main, main.rootFrameId, limits);
      return frameChannel(main, main.rootFrameId);
    },
    async inner(_parent, element, limits) {
      const frameId = await frameIdOf(_parent, element, frameIds, limits);
      if (!frameId) return null;
      if (!realmOf(frameId)) await lookElsewhere();
      const realm = realmOf(frameId);
      return realm ? frameChannel(realm, frameId) : null;
    },
  };

  async function frameIdOf(
    parent: FrameChannel,
    { objectId }: PageHandle,
    known: Map<string, string>,
    limits: CallLimits,
  ): Promise<string | null> {
    const kept = known.get(objectId);
    if (kept !== undefined) return kept;
    const session = realmOf(parent.frameId)?.session;
    const described = await session?.send('DOM.describeNode', { objectId }, sendOptions(limits));
    const frameId = described?.node.frameId ?? null;
    if (frameId) known.set(objectId, frameId);
    return frameId;
  }
}

async function openRealm(session: CDPSession, onOpening: () => void): Promise<Realm> {
  const contexts: Realm['contexts'] = new Map();
  const urls: Realm['urls'] = new Map();
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault }: { frameId?: unknown; isDefault?: unknown } = context.auxData ?? {};
    if (typeof frameId !== 'string' || isDefault !== true) return;
    contexts.set(frameId, { contextId: context.id, documentId: context.uniqueId });
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    for (const [frameId, { contextId }] of contexts)
      if (contextId === executionContextId) contexts.delete(frameId);
  });
  session.on('Runtime.executionContextsCleared', () => contexts.clear());
  session.on('Page.windowOpen', onOpening);
  session.on('Page.frameNavigated', ({ frame }) => urls.set(frame.id, frame.url));
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => urls.set(frameId, url));
  await Promise.all([session.send('Page.enable'), session.send('Runtime.enable')]);
  const { frameTree } = await session.send('Page.getFrameTree');
  noteUrls(frameTree, urls);
  return { session, contexts, urls, rootFrameId: frameTree.frame.id };
}

/** Resolves when the frame has a document; rejects when the limits are reached. */
async function contextOf({ session, contexts }: Realm, frameId: string, limits: CallLimits): Promise<void> {
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

interface Tree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly Tree[];
}

function noteUrls({ frame, childFrames = [] }: Tree, urls: Map<string, string>): void {
  urls.set(frame.id, frame.url);
  for (const child of childFrames) noteUrls(child, urls);
}

function frameChannel({ session, contexts, urls }: Realm, frameId: string): FrameChannel {
  const here = contexts.get(frameId);
  if (!here) throw new Error('the frame has no document');
  const { contextId, documentId } = here;

  const callRaw = async (
    target: PageHandle,
    source: string,
    parameters: readonly PageArgument[],
    limits: CallLimits,
    byValue: boolean,
  ) => {
    const { result, exceptionDetails } = await guarded(session, limits, (options) =>
      session.send(
        'Runtime.callFunctionOn',
        {
          objectId: target.objectId,
          functionDeclaration: source,
          arguments: parameters.map(argumentOf),
          awaitPromise: true,
          returnByValue: byValue,
        },
        options,
      ),
    );
    if (exceptionDetails)
      throw new Error(
        `the page threw ${exceptionDetails.text}: ${exceptionDetails.exception?.description?.slice(0, 300) ?? ''}`,
      );
    return result;
  };

  return {
    frameId,
    documentId,
    url: urls.get(frameId) ?? 'about:blank',
    async evaluate(expression, limits) {
      const { result, exceptionDetails } = await guarded(session, limits, (options) =>
        session.send(
          'Runtime.evaluate',
          { expression, contextId, includeCommandLineAPI: true, objectGroup: 'runwright' },
          options,
        ),
      );
      if (exceptionDetails || !result.objectId) {
        throw new Error(
          `the page did not take the reader: ${exceptionDetails?.exception?.description ?? ''}`,
        );
      }
      return { objectId: result.objectId };
    },
    async call(target, source, parameters, limits) {
      const result: { value?: unknown } = await callRaw(target, source, parameters, limits, true);
      return result.value;
    },
    async callForHandle(target, source, parameters, limits) {
      const { objectId } = await callRaw(target, source, parameters, limits, false);
      return objectId === undefined ? null : { objectId };
    },
  };
}

/** A script that does not end is ended, so that the next call finds the page free. */
async function guarded<Result>(
  session: CDPSession,
  limits: CallLimits,
  send: (options: { timeout: number; signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(sendOptions(limits));
  } catch (cause) {
    if (cause instanceof Error && /timeout/i.test(cause.message)) {
      session.send('Runtime.terminateExecution', undefined, { timeout: 1_000 }).catch(() => undefined);
    }
    throw cause;
  }
}

function sendOptions({ timeoutMs, signal }: CallLimits): { timeout: number; signal: AbortSignal } {
  return { timeout: timeoutMs, signal };
}

function argumentOf(value: PageArgument): { objectId: string } | { value: PageArgument } {
  return typeof value === 'object' &&
    value !== null &&
    'objectId' in value &&
    typeof value.objectId === 'string'
    ? { objectId: value.objectId }
    : { value };
}
