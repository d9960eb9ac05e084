import type { BrowserContext, CDPSession } from 'playwright-core';
import { parseOrigin } from '../common/secrets.ts';

/** What is read of a paused request to find its sender. */
export interface SentRequest {
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: { readonly headers: Readonly<Record<string, string>> };
}

/**
 * Creates a function that returns the origin of the document that sends a request; null when it is unknown. The browser writes
 * the headers `Origin` and `Referer`, so they name it; without them, the frame of the request does. Unknown is the sender of
 *
 * - a navigation without both headers, which may be one of the program
 * - a form without both in a child frame, or in a window whose opener shows another origin: each of them can have sent it
 * - a request without both from a child frame in the process of its parent
 */
export function createSenderFinder(
  context: BrowserContext,
  session: CDPSession,
): (sent: SentRequest) => Promise<string | null> {
  const readTarget = async (targetId: string) => {
    const found = await session.send('Target.getTargetInfo', { targetId }).catch(() => null);
    return found?.targetInfo ?? null;
  };

  const findFrameOrigin = async (frameId: string): Promise<string | null> => {
    const target = await readTarget(frameId);
    if (target?.type === 'iframe') return parseOrigin(target.url);
    if (target?.type !== 'page') return null;
    const { url, openerFrameId } = target;
    // The protocol names the address to which the program sends a page before the page has left its own one.
    if (/^https?:/.test(url)) return isShown(url) ? parseOrigin(url) : null;
    return openerFrameId === undefined ? null : findFrameOrigin(openerFrameId);
  };

  const isShown = (url: string): boolean =>
    context.pages().some((page) => page.url().split('#')[0] === url.split('#')[0]);

  return async ({ frameId, resourceType, request }) => {
    const headers = new Map(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const origin = headers.get('origin');
    const referrer = headers.get('referer');
    if (origin !== undefined && origin !== 'null') return origin;
    if (referrer !== undefined) return parseOrigin(referrer);
    if (resourceType !== 'Document') return findFrameOrigin(frameId);
    if (origin === undefined) return null;
    // A form: of the page itself, or of the one that opened it.
    const target = await readTarget(frameId);
    if (target?.type !== 'page') return null;
    const own = await findFrameOrigin(frameId);
    const opener = target.openerFrameId === undefined ? own : await findFrameOrigin(target.openerFrameId);
    return own === opener ? own : null;
  };
}
