import type { CDPSession } from 'playwright-core';

/** Status and headers of a response. */
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

/** Treatment of a response: passed on as it is, turned into a download, or refused. */
export type ResponseDisposition = 'pass' | 'download' | 'refuse';

/** Requests to intercept, and at which of their two stages. */
export interface InterceptPattern {
  readonly urlPattern: string;
  readonly resourceType?: 'Document' | 'XHR' | 'Fetch' | 'Script' | 'Stylesheet';
  readonly requestStage: 'Request' | 'Response';
}

/**
 * Decides about the responses that a page gets, and cancels HTTP authentication. Requests
 * are let through.
 */
export async function interceptResponses(
  session: CDPSession,
  patterns: readonly InterceptPattern[],
  decide: (response: InterceptedResponse) => ResponseDisposition,
): Promise<void> {
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // The proxy is ours; the browser knows the way in.
    const answer = authChallenge.source === 'Proxy' ? 'Default' : 'CancelAuth';
    ignoreErrors(
      session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: { response: answer } }),
    );
  });
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, frameId, responseStatusCode: status, responseHeaders = [] } = paused;
    if (status === undefined) return ignoreErrors(session.send('Fetch.continueRequest', { requestId }));
    const disposition = decide({
      ...{ url: request.url, frameId, status, contentType: mediaTypeOf(responseHeaders) },
      isAttachment: /^\s*attachment/i.test(headerOf(responseHeaders, 'content-disposition')),
    });
    switch (disposition) {
      case 'pass':
        return ignoreErrors(session.send('Fetch.continueRequest', { requestId }));
      case 'refuse':
        return ignoreErrors(session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
      case 'download':
        return ignoreErrors(
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

function ignoreErrors(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
