import type { CallLimits, ElementListeners } from '@runwright/page-reader';
import type { CDPSession } from 'playwright-core';
import { resolveNode, sendOptions } from './resolve-node.ts';

/** Most elements that are returned; each takes a call of its own. */
const mostElements = 5_000;

/**
 * Returns the elements of a document with event listeners, also in shadow roots, by the protocol.
 * Source: `DOMDebugger.getEventListeners`, https://chromedevtools.github.io/devtools-protocol/tot/DOMDebugger/.
 *
 * @param objectId the document, in the page's own world
 * @param executionContextId the world in which the elements are wanted
 */
export async function readListeners(
  session: CDPSession,
  objectId: string,
  executionContextId: number,
  limits: CallLimits,
): Promise<readonly ElementListeners[]> {
  const { listeners } = await session.send(
    'DOMDebugger.getEventListeners',
    { objectId, depth: -1, pierce: true },
    sendOptions(limits),
  );
  const events = new Map<number, Set<string>>();
  for (const { backendNodeId, type } of listeners) {
    if (backendNodeId === undefined) continue;
    const known = events.get(backendNodeId) ?? new Set();
    events.set(backendNodeId, known.add(type));
  }
  const found = await Promise.all(
    [...events].slice(0, mostElements).map(async ([backendNodeId, types]) => {
      // Nodes of inner frames are listed too, and belong to another world.
      const element = await resolveNode(session, backendNodeId, executionContextId, limits).catch(() => null);
      return element && { element, events: [...types] };
    }),
  );
  return found.filter((each) => each !== null);
}
