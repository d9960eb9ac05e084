import type { BrowserContext, CDPSession, Frame, Page, Request } from 'playwright-core';

/** Stands between a page and what would stop it or lie outside of it. */
export interface PageGuard {
  /** Ends the script that runs in the page, even one that waits for a dialog. */
  interrupt(): Promise<void>;
  /** Whether a document was asked for and no answer has come: until then the browser lets nobody speak to the page. */
  isWaiting(): boolean;
  /** Gives up what the page is loading, so that it can be spoken to again. */
  stopLoading(): Promise<void>;
}

/** What a guard tells. */
export interface GuardOptions {
  /** A document or file arrives, with its media type. */
  readonly onType: (url: string, contentType: string) => void;
}

/** Kinds whose requests would wait for a name and a password, and the page with them. */
const kinds = ['Document', 'XHR', 'Fetch', 'Script', 'Stylesheet'] as const;

const sendMs = 2_000;

/**
 * Answers requests for a name and a password with no, so that the page gets the server's 401, and makes downloads of the
 * documents that the browser would show in a viewer of its own, where no page can be read.
 */
export async function guardPage(
  context: BrowserContext,
  page: Page,
  { onType }: GuardOptions,
): Promise<PageGuard> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // The proxy is ours; the browser knows the way in.
    const response = authChallenge.source === 'Proxy' ? 'Default' : 'CancelAuth';
    quietly(session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: { response } }));
  });
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, frameId, responseStatusCode: status, responseHeaders = [] } = paused;
    if (status === undefined) return quietly(session.send('Fetch.continueRequest', { requestId }));
    const contentType = mediaTypeOf(responseHeaders);
    onType(request.url, contentType);
    const isShown = !/^\s*attachment/i.test(headerOf(responseHeaders, 'content-disposition'));
    const isPdf = contentType === 'application/pdf' && status === 200;
    if (!isPdf || !isShown || frameId !== targetInfo.targetId) {
      return quietly(session.send('Fetch.continueRequest', { requestId }));
    }
    return quietly(
      session.send('Fetch.continueResponse', {
        requestId,
        responseCode: status,
        responseHeaders: asAttachment(responseHeaders),
      }),
    );
  });
  await session.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [
      ...kinds.map((resourceType) => ({ urlPattern: '*', resourceType, requestStage: 'Request' as const })),
      { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
    ],
  });
  let waiting: Request | null = null;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && frameOf(request) === page.mainFrame()) waiting = request;
  });
  const answered = (request: Request): void => {
    if (request === waiting) waiting = null;
  };
  page.on('response', (response) => answered(response.request()));
  page.on('requestfailed', answered);
  return {
    interrupt: () => send(session, 'Runtime.terminateExecution'),
    isWaiting: () => waiting !== null,
    async stopLoading() {
      waiting = null;
      await send(session, 'Page.stopLoading');
    },
  };
}

interface Header {
  readonly name: string;
  readonly value: string;
}

/** The media type of an answer, without parameters; empty when there is none. */
export function mediaTypeOf(headers: readonly Header[]): string {
  return headerOf(headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The value of a header; empty when there is none. */
function headerOf(headers: readonly Header[], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
}

/** Headers under which the browser keeps an answer as a file; its name stays. */
export function asAttachment(headers: readonly Header[]): Header[] {
  const told = headerOf(headers, 'content-disposition');
  const value =
    /^[^;]*/.exec(told) && told.includes(';') ? told.replace(/^[^;]*/, 'attachment') : 'attachment';
  return [
    ...headers.filter(({ name }) => name.toLowerCase() !== 'content-disposition'),
    { name: 'Content-Disposition', value },
  ];
}

async function send(
  session: CDPSession,
  method: 'Runtime.terminateExecution' | 'Page.stopLoading',
): Promise<void> {
  // A page may be stuck in such a way that it takes not even these.
  await session.send(method, undefined, { timeout: sendMs }).catch(() => undefined);
}

/** Requests of workers, and of pages that are not there yet, have no frame. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
