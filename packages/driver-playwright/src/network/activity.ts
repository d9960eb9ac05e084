import type { PageActivity } from '@runwright/page-actions';
import type { Page, Request } from 'playwright-core';

/** Kinds of requests that can change what a page shows. */
const counted = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** A request that takes longer is a stream, or not worth waiting for. */
const staleMs = 2_000;

/** More than one action starts. */
const rememberedLoads = 200;
/** Media types of responses that may never end. */
const streamed =
  /^(text\/event-stream|multipart\/x-mixed-replace|application\/(x-ndjson|stream\+json|grpc))/i;

/** Follows a page's requests and documents. `now` is in milliseconds and never goes back. */
export function followActivity(page: Page, now: () => number): PageActivity {
  const running = new Map<Request, number>();
  const listeners = new Set<() => void>();
  let navigation: Request | null = null;
  let documents = 0;
  let arrivedAt = 0;
  let loaded: { readonly beganAt: number; readonly endedAt: number }[] = [];
  let requests = 0;
  let lastDocumentUrl = '';

  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const isMainDocument = (request: Request): boolean => {
    try {
      return request.isNavigationRequest() && request.frame() === page.mainFrame();
    } catch {
      // Requests of workers have no frame.
      return false;
    }
  };
  page.on('request', (request) => {
    requests += 1;
    if (counted.has(request.resourceType())) running.set(request, now());
    if (isMainDocument(request)) {
      navigation = request;
      lastDocumentUrl = request.url();
    }
    tell();
  });
  const ended = (request: Request): void => {
    const beganAt = running.get(request);
    if (beganAt !== undefined) loaded = [...loaded.slice(-rememberedLoads), { beganAt, endedAt: now() }];
    running.delete(request);
    if (navigation === request) navigation = null;
    tell();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('response', (response) => {
    if (streamed.test(response.headers()['content-type'] ?? '')) ended(response.request());
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    documents += 1;
    arrivedAt = now();
    tell();
  });
  page.on('domcontentloaded', () => {
    navigation = null;
    tell();
  });

  return {
    isNavigating: () => navigation !== null,
    documents: () => documents,
    arrivedAt: () => arrivedAt,
    loadedAt: (from, to) =>
      Math.max(
        0,
        ...loaded.filter(({ beganAt }) => beganAt >= from && beganAt <= to).map(({ endedAt }) => endedAt),
      ),
    requests: () => requests,
    lastDocumentUrl: () => lastDocumentUrl,
    isLoading: (from, to) =>
      [...running.values()].some((at) => at >= from && at <= to && now() - at < staleMs),
    changed(signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const done = (): void => {
        listeners.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      listeners.add(done);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
      return promise;
    },
  };
}
