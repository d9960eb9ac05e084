import type { CDPSession } from 'playwright-core';

/** What a server begins to answer. */
export interface InterceptedResponse {
  readonly url: string;
  readonly frameId: string;
  /** HTTP status. */
  readonly status: number;
  /** Media type without parameters, in small letters; empty when there is none. */
  readonly contentType: string;
  /** The server wants it kept as a file. */
  readonly isAttachment: boolean;
}

/** What becomes of an answer: the browser gets it as it is, makes a file of it, or does not get it. */
export type ResponseDisposition = 'pass' | 'keep' | 'refuse';

/** Which requests, and at which of their two stages. */
export interface InterceptPattern {
  readonly urlPattern: string;
  readonly resourceType?: 'Document' | 'XHR' | 'Fetch' | 'Script' | 'Stylesheet';
  readonly requestStage: 'Request' | 'Response';
}

/**
 * Decides about the answers that a page gets, and answers requests for a name and a password with no. Requests as such
 * are let through.
 */
export async function interceptResponses(
  session: CDPSession,
  patterns: readonly InterceptPattern[],
  decide: (answer: InterceptedResponse) => ResponseDisposition,
): Promise<void> {
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // The proxy is ours; the browser knows the way in.
    const response = authChallenge.source === 'Proxy' ? 'Default' : 'CancelAuth';
    quietly(session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: { response } }));
  });
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, frameId, responseStatusCode: status, responseHeaders = [] } = paused;
    if (status === undefined) return quietly(session.send('Fetch.continueRequest', { requestId }));
    const fate = decide({
      ...{ url: request.url, frameId, status, contentType: mediaTypeOf(responseHeaders) },
      isAttachment: /^\s*attachment/i.test(headerOf(responseHeaders, 'content-disposition')),
    });
    switch (fate) {
      case 'pass':
        return quietly(session.send('Fetch.continueRequest', { requestId }));
      case 'refuse':
        return quietly(session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
      case 'keep':
        return quietly(
          session.send('Fetch.continueResponse', {
            requestId,
            responseCode: status,
            responseHeaders: asAttachment(responseHeaders),
          }),
        );
    }
  });
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns: [...patterns] });
}

interface Header {
  readonly name: string;
  readonly value: string;
}

function mediaTypeOf(headers: readonly Header[]): string {
  return headerOf(headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The value of a header; empty when there is none. */
function headerOf(headers: readonly Header[], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
}

/** Headers under which the browser keeps an answer as a file; its name stays. */
function asAttachment(headers: readonly Header[]): Header[] {
  const told = headerOf(headers, 'content-disposition');
  const value =
    /^[^;]*/.exec(told) && told.includes(';') ? told.replace(/^[^;]*/, 'attachment') : 'attachment';
  return [
    ...headers.filter(({ name }) => name.toLowerCase() !== 'content-disposition'),
    { name: 'Content-Disposition', value },
  ];
}

function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
