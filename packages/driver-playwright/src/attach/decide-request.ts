import type { EgressPolicy } from '@runwright/contract';
import type { AdBlocker } from '../ad-block/ad-blocker.ts';
import type { EgressDenialLog } from '../network/egress-denials.ts';

/** Options of the decisions about requests. */
export interface DecisionOptions {
  readonly egress: EgressPolicy;
  readonly denials: EgressDenialLog;
  readonly adBlocker: AdBlocker | null;
  readonly onAd: () => void;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** A request that waits, as `Fetch.requestPaused` tells it. */
export interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
  readonly frameId?: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}

/** A command of the protocol that answers a request in the place of its server. */
export type RequestAnswer = readonly [method: string, params: object];

/** Time in ms for which an answer of the policy applies to further requests to the same host. */
const memoryMs = 5_000;
/** Schemes by which a page shows what is in it or in the browser already. */
const atHome = /^(data|blob|about|filesystem|chrome|chrome-extension|chrome-untrusted|edge|devtools):/;

/**
 * Returns the function that decides about each request of a browser: null lets it go on.
 *
 * @returns a function of the request and of whether it is for the document of a tab
 */
export function createRequestDecider(
  options: DecisionOptions,
): (paused: PausedRequest, isMainFrame: boolean) => Promise<RequestAnswer | null> {
  const known = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();

  /** What the policy threw; null when the address is allowed. */
  const refusalOf = (url: string): Promise<unknown> => {
    if (atHome.test(url)) return Promise.resolve(null);
    const key = URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : url;
    const kept = known.get(key);
    if (kept && options.now() - kept.at < memoryMs) return kept.answer;
    const answer = options.egress.check(url, { signal: options.signal }).then(
      () => null,
      (cause: unknown) => cause ?? new Error('refused'),
    );
    if (known.size > 1_000) known.clear();
    known.set(key, { at: options.now(), answer });
    return answer;
  };

  return async ({ requestId, request, resourceType }, isMainFrame) => {
    const isDocument = resourceType === 'Document';
    const refusal = await refusalOf(request.url);
    if (refusal !== null) return refused(requestId, options.denials.record(request.url, refusal), isDocument);
    const type = isDocument && !isMainFrame ? 'subdocument' : resourceType;
    const from = request.headers.Referer ?? request.url;
    if (!options.adBlocker?.blocks({ url: request.url, from, type })) return null;
    options.onAd();
    return ['Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }];
  };
}

/** Creates the response of a refused request. A document shows the message and has no icon, which the browser would request. */
function refused(requestId: string, refusal: string, isDocument: boolean): RequestAnswer {
  const text = isDocument
    ? `<!doctype html><link rel="icon" href="data:,"><pre>${refusal.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
    : refusal;
  const type = `text/${isDocument ? 'html' : 'plain'}; charset=utf-8`;
  return [
    'Fetch.fulfillRequest',
    {
      requestId,
      responseCode: 403,
      responseHeaders: [{ name: 'content-type', value: type }],
      body: Buffer.from(text).toString('base64'),
    },
  ];
}
