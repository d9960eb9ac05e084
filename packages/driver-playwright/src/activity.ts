import type { Page, Request } from 'playwright-core';

/** What a page loads, as far as waiting for it is concerned. */
export interface Activity {
  /** A document of the main frame is on its way. */
  isNavigating(): boolean;
  /** How many documents the main frame has had. */
  documents(): number;
  /** When the last document of the main frame was parsed; 0 before the first. */
  parsedAt(): number;
  /** Requests that have begun at all. */
  requests(): number;
  /** Whether requests that began in the window still run. Streams, sockets, media and old requests do not count. */
  isLoading(from: number, windowMs: number): boolean;
  /** The address that the main frame asked for last. */
  lastDocumentUrl(): string;
  /** Resolves at the next change of any of these, or when the signal is aborted. */
  changed(signal: AbortSignal): Promise<void>;
}

/** Kinds of requests that can change what a page shows. */
const counted = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** A request that takes longer is a stream, or not worth waiting for. */
const staleMs = 2_000;

/** Follows a page's requests and documents. `now` is in milliseconds and never goes back. */
export function followActivity(page: Page, now: () => number): Activity {
  const running = new Map<Request, number>();
  const listeners = new Set<() => void>();
  let navigation: Request | null = null;
  let documents = 0;
  let parsedAt = 0;
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
    running.delete(request);
    if (navigation === request) navigation = null;
    tell();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    documents += 1;
    tell();
  });
  page.on('domcontentloaded', () => {
    parsedAt = now();
    navigation = null;
    tell();
  });

  return {
    isNavigating: () => navigation !== null,
    documents: () => documents,
    parsedAt: () => parsedAt,
    requests: () => requests,
    lastDocumentUrl: () => lastDocumentUrl,
    isLoading: (from, windowMs) =>
      [...running.values()].some((at) => at >= from && at <= from + windowMs && now() - at < staleMs),
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
