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

/** A request or a response that waits, as the protocol tells it. */
export interface PausedMessage {
  readonly requestId: string;
  readonly request: { readonly url: string };
  readonly frameId: string;
  /** Only of a response. */
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly Header[];
}

interface Header {
  readonly name: string;
  readonly value: string;
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
    const response = readResponse(paused);
    ignoreErrors(continuePaused(session, paused, response ? decide(response) : 'pass'));
  });
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns: [...patterns] });
}

/** Returns the response that waits; null for a request, and for one that failed. */
export function readResponse(paused: PausedMessage): InterceptedResponse | null {
  const { request, frameId, responseStatusCode: status, responseHeaders = [] } = paused;
  if (status === undefined) return null;
  return {
    ...{ url: request.url, frameId, status, contentType: mediaTypeOf(responseHeaders) },
    isAttachment: /^\s*attachment/i.test(headerOf(responseHeaders, 'content-disposition')),
  };
}

/** Lets a paused message go on as decided. */
export async function continuePaused(
  session: CDPSession,
  { requestId, responseStatusCode: responseCode, responseHeaders = [] }: PausedMessage,
  disposition: ResponseDisposition,
): Promise<void> {
  if (disposition === 'refuse')
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  else if (disposition === 'pass' || responseCode === undefined)
    await session.send('Fetch.continueRequest', { requestId });
  else
    await session.send('Fetch.continueResponse', {
      ...{ requestId, responseCode },
      responseHeaders: asAttachment(responseHeaders),
    });
}

/** Makes a download of a PDF that the browser would show in a viewer of its own, where no page can be read. */
export function decideDocument({
  status,
  contentType,
  isAttachment,
}: InterceptedResponse): 'download' | 'pass' {
  const isPdf = /^(application|text)\/pdf$/.test(contentType) && status >= 200 && status < 300;
  return isPdf && !isAttachment ? 'download' : 'pass';
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
