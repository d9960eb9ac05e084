import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { detachSession } from '../frames/detach-session.ts';
import { type EgressProxy, signInUrl } from '../network/egress-proxy.ts';

/** Time in ms for the page that signs in. */
const signInMs = 30_000;

/**
 * Gives a context the credentials of its proxy once; its network stack remembers them for every later connection. Only the
 * sign-in address is intercepted, so that nothing else is slowed down. Fails when the context does not use the proxy, which
 * alone knows that address.
 */
export async function signIn(
  context: BrowserContext,
  page: Page,
  { credentials }: Pick<EgressProxy, 'credentials'>,
): Promise<void> {
  const session = await context.newCDPSession(page);
  answerSignIn(session, credentials);
  await session.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [{ urlPattern: `${signInUrl}*` }],
  });
  await page.goto(signInUrl, { timeout: signInMs });
  await detachSession(session);
}

function answerSignIn(session: CDPSession, credentials: EgressProxy['credentials']): void {
  const ignore = (): void => undefined;
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(ignore);
  });
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isOurs = authChallenge.source === 'Proxy';
    const answer = isOurs
      ? { response: 'ProvideCredentials' as const, ...credentials }
      : { response: 'CancelAuth' as const };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer }).catch(ignore);
  });
}
