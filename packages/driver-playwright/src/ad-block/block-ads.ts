import type { BrowserContext, Request } from 'playwright-core';
import type { AdBlocker } from './ad-blocker.ts';

/** Blocks ads on the pages of a context; `onBlocked` is called for each. */
export async function blockAds(
  context: BrowserContext,
  blocker: AdBlocker,
  onBlocked: () => void,
): Promise<void> {
  await context.route(/^https?:/, async (route, request) => {
    if (!blocker.blocks(described(request))) return route.fallback().catch(() => undefined);
    onBlocked();
    return route.abort('blockedbyclient').catch(() => undefined);
  });
}

function described(request: Request) {
  const type = request.resourceType();
  const url = request.url();
  // A worker, or a window that is only coming, has no frame to speak of; what it asks for is nobody's ad.
  if (type === 'document' && request.isNavigationRequest()) {
    const parent = parentOf(request);
    return parent === null ? { url, from: url, type } : { url, from: parent, type: 'subdocument' };
  }
  return { url, from: addressOf(request), type };
}

function parentOf(request: Request): string | null {
  try {
    return request.frame().parentFrame()?.url() ?? null;
  } catch {
    return null;
  }
}

function addressOf(request: Request): string {
  try {
    return request.frame().page().url();
  } catch {
    return request.headers().referer ?? request.url();
  }
}
