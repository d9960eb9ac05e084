import type { Page, Request } from 'playwright-core';

/** What a page loads, as far as waiting for it is concerned. */
export interface Activity {
  /** A document of the main frame is on its way. */
  isNavigating(): boolean;
  /** How many documents, and entries of the history within one, the main frame has had. */
  documents(): number;
  /** When the last document of the main frame came; 0 before the first. */
  arrivedAt(): number;
  /** Requests that have begun at all. */
  requests(): number;
  /** Whether requests that began in the window still run. Streams, sockets, media and old requests do not count. */
  isLoading(from: number, to: number): boolean;
  /** When the last of the requests that began in the window ended; 0 while there is none. */
  loadedAt(from: number, to: number): number;
  /** The address that the main frame asked for last. */
  lastDocumentUrl(): string;
  /** Resolves at the next change of any of these, or when the signal is aborted. */
  changed(signal: AbortSignal): Promise<void>;
}

/** Kinds of requests that can change what a page shows. */
const counted = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** A request that takes longer is a stream, or not worth waiting for. */
const staleMs = 2_000;

/** More than one action starts. */
const rememberedLoads = 200;
/** Answers of these kinds may go on for ever. */
const streamed =
  /^(text\/event-stream|multipart\/x-mixed-replace|application\/(x-ndjson|stream\+json|grpc))/i;

/** Follows a page's requests and documents. `now` is in milliseconds and never goes back. */
export function followActivity(page: Page, now: () => number): Activity {
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
