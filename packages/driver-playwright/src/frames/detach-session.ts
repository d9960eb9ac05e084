import type { CDPSession } from 'playwright-core';
import { withTimeout } from '../common/with-timeout.ts';

/** Time for a page to let go of a session; a page in an endless loop never answers. */
const detachMs = 2_000;

/** Ends a protocol session; after 2 s it is left to end with the page. Never throws. */
export function detachSession(session: Pick<CDPSession, 'detach'>): Promise<void> {
  return withTimeout(detachMs, session.detach(), undefined);
}
