import type { OriginState } from '@runwright/contract';
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';

/** A document that is open in a frame of some page. */
export interface OpenDocument {
  /** Such as `https://shop.example`; null: it has no storage. */
  readonly origin: string | null;
  /** True when its storage is partitioned by the top-level site, so that a page of the origin does not see it. */
  readonly isPartitioned: boolean;
  readonly session: CDPSession;
  readonly frameId: string;
}

type Protocol = Pick<BrowserContext, 'newCDPSession'>;

const sessions = new WeakMap<Page | Frame, Promise<CDPSession>>();

/** Lists the documents of all frames of a browser; null when there are some that cannot be told. */
export async function openDocuments(context: BrowserContext): Promise<readonly OpenDocument[] | null> {
  const frames = context.pages().flatMap((page) => page.frames().map((frame) => ({ page, frame })));
  const roots = await Promise.all(
    frames.map(({ page, frame }) =>
      // Frames of the same process are told with the one around them.
      frame === page.mainFrame() ? sessionOf(context, page) : sessionOf(context, frame).catch(() => null),
    ),
  );
  const trees = await Promise.all(
    roots
      .filter((session) => session !== null)
      .map(async (session) => {
        const { frameTree } = await session.send('Page.getFrameTree');
        return frameIds(frameTree).map((frameId) => ({ session, frameId }));
      }),
  );
  const found = new Map(trees.flat().map((place) => [place.frameId, place]));
  if (found.size < frames.length) return null;
  return Promise.all([...found.values()].map(async (place) => ({ ...place, ...(await originOf(place)) })));
}

/** Reads what the origin of a document stores, unseen by its scripts; null when it has databases, or says another origin. */
export async function readStorage({ origin, session, frameId }: OpenDocument): Promise<OriginState | null> {
  if (origin === null) return null;
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'runwright-storage',
  });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression: collect,
    awaitPromise: true,
    returnByValue: true,
  });
  const found: Collected | undefined = exceptionDetails ? undefined : result.value;
  if (found?.origin !== origin || found.databases > 0) return null;
  return { origin, localStorage: found.localStorage, indexedDB: [] };
}

interface Collected {
  readonly origin: string;
  readonly databases: number;
  readonly localStorage: OriginState['localStorage'];
}

const collect = `(async () => {
  const { length } = await indexedDB.databases();
  const items = Object.keys(localStorage).map((name) => ({ name, value: localStorage.getItem(name) }));
  return { origin: self.origin, databases: length, localStorage: items };
})()`;

/** One session for each process, as long as its document lives there: a world that is made again would not go before. */
function sessionOf(context: Protocol, place: Page | Frame): Promise<CDPSession> {
  const known = sessions.get(place);
  if (known) return known;
  const forget = (): void => void sessions.delete(place);
  const made = context.newCDPSession(place);
  sessions.set(place, made);
  made.then((session) => session.once('close', forget), forget);
  return made;
}

async function originOf({
  session,
  frameId,
}: Pick<OpenDocument, 'session' | 'frameId'>): Promise<Pick<OpenDocument, 'origin' | 'isPartitioned'>> {
  try {
    const { storageKey } = await session.send('Storage.getStorageKeyForFrame', { frameId });
    const { origin } = new URL(storageKey);
    return { origin: /^https?:/.test(origin) ? origin : null, isPartitioned: storageKey !== `${origin}/` };
  } catch (cause) {
    if (cause instanceof Error && /opaque/i.test(cause.message))
      return { origin: null, isPartitioned: false };
    throw cause;
  }
}

interface Tree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly Tree[];
}

function frameIds({ frame, childFrames = [] }: Tree): readonly string[] {
  return [frame.id, ...childFrames.flatMap(frameIds)];
}
