import { randomBytes } from 'node:crypto';
import { spreadDownloadsSource } from '@runwright/page-actions';
import { startSource } from '@runwright/page-reader';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { parseOrigin } from '../common/secrets.ts';

/** The document of one frame: its two worlds by the numbers of their contexts. */
export interface FrameWorlds {
  readonly documentId: string;
  /** Origin of the document, `null` as a text when it has none. */
  readonly origin: string;
  /** The page's own world. */
  readonly mainWorld: number;
  /** The world of the reader; null until it is there. */
  isolatedWorld: number | null;
}

/** Frames of one protocol session: those of one process under one root. */
export interface FrameSession {
  readonly session: CDPSession;
  readonly contexts: Map<string, FrameWorlds>;
  readonly urls: Map<string, string>;
  readonly rootFrameId: string;
}

const worldName = 'runwright';

/** Follows the frames of a session. `onOpening` is told when one of them opens a window. */
export async function openFrameSession(session: CDPSession, onOpening: () => void): Promise<FrameSession> {
  const contexts: FrameSession['contexts'] = new Map();
  const urls: FrameSession['urls'] = new Map();
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault }: { frameId?: unknown; isDefault?: unknown } = context.auxData ?? {};
    if (typeof frameId !== 'string') return;
    const known = contexts.get(frameId);
    if (isDefault === true)
      contexts.set(frameId, {
        ...{ documentId: context.uniqueId, origin: parseOrigin(context.origin) },
        ...{ mainWorld: context.id, isolatedWorld: null },
      });
    else if (known && context.name === worldName) known.isolatedWorld = context.id;
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    for (const [frameId, { mainWorld: page }] of contexts)
      if (page === executionContextId) contexts.delete(frameId);
  });
  session.on('Runtime.executionContextsCleared', () => contexts.clear());
  session.on('Page.windowOpen', onOpening);
  session.on('Page.frameNavigated', ({ frame }) => urls.set(frame.id, frame.url));
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => urls.set(frameId, url));
  // A world that is made with the document costs no round trip later.
  const world = { source: spreadDownloadsSource, worldName, runImmediately: true };
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Page.addScriptToEvaluateOnNewDocument', world).catch(() => undefined),
  ]);
  noteUrls(frameTree, urls);
  return { session, contexts, urls, rootFrameId: frameTree.frame.id };
}

/** The reader's world in a frame, made now when the browser has not made it with the document. */
export async function isolatedWorldOf(
  { session, contexts }: FrameSession,
  frameId: string,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<number> {
  const context = contexts.get(frameId);
  if (!context) throw new Error('the frame has no document');
  if (context.isolatedWorld !== null) return context.isolatedWorld;
  const { executionContextId } = await session.send(
    'Page.createIsolatedWorld',
    { frameId, worldName },
    { timeout: limits.timeoutMs, signal: limits.signal },
  );
  context.isolatedWorld = executionContextId;
  return executionContextId;
}

interface Tree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly Tree[];
}

function noteUrls({ frame, childFrames = [] }: Tree, urls: Map<string, string>): void {
  // An event that came meanwhile knows better.
  if (!urls.has(frame.id)) urls.set(frame.id, frame.url);
  for (const child of childFrames) noteUrls(child, urls);
}

const keys = new WeakMap<BrowserContext, Promise<string>>();

/** Lets every document that begins in a browser context run the reader's start script, once per context. */
export function startKeyOf(context: BrowserContext): Promise<string> {
  const known = keys.get(context);
  if (known) return known;
  const key = `k${randomBytes(12).toString('hex')}`;
  const made = context.addInitScript({ content: startSource(key) }).then(() => key);
  keys.set(context, made);
  return made;
}
