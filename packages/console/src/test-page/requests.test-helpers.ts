/** A request of the page. */
export interface TestRequest {
  url(): string;
  method(): string;
  postData(): string | null;
}

/** A request of the page that a test answers in place of the service. */
export interface TestRoute {
  request(): TestRequest;
  fulfill(answer: TestAnswer): Promise<void>;
  /** Sends the request to the service. */
  continue(): Promise<void>;
  /** Fails, as without a network. */
  abort(): Promise<void>;
  /** Asks the service. */
  fetch(): Promise<TestResponse>;
}

/** Answer of the service, as a test reads it. */
export interface TestResponse {
  status(): number;
  json(): Promise<unknown>;
}

/** Answer of a test. */
export interface TestAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly body?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answer of the service that the other members change. */
  readonly response?: TestResponse;
}

/** Answers a request; one that does none of its calls leaves it without an answer. */
export type RouteHandler = (route: TestRoute) => unknown;

/** The requests of a page. */
export interface TestRequests {
  /** Answers the requests to addresses of a pattern such as a `**` followed by `/v1/runs`. */
  route(pattern: string | RegExp, handler: RouteHandler): void;
  unroute(pattern: string | RegExp): void;
  /** Called with each request. */
  onRequest(listener: (request: TestRequest) => void): void;
  /** Called with each request that the page has given up. */
  onAbort(listener: (request: TestRequest) => void): void;
  /** Aborts the requests that are under way, and gives `fetch` back. */
  close(): void;
}

interface AddedRoute {
  readonly pattern: string | RegExp;
  readonly handler: RouteHandler;
}

/**
 * Sends the requests of the page to a service.
 *
 * @param pageUrl address that the page takes for that of the service, which `base` replaces
 */
export function connectRequests(pageUrl: string, base: string): TestRequests {
  const real = globalThis.fetch;
  const routes: AddedRoute[] = [];
  const listeners: ((request: TestRequest) => void)[] = [];
  const abortListeners: ((request: TestRequest) => void)[] = [];
  const held: object[] = [];
  const closed = new AbortController();
  const send = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.startsWith(pageUrl)) return real(input, init);
    const asked = new Request(input, init);
    const url = base + asked.url.slice(pageUrl.length);
    const signal = AbortSignal.any([asked.signal, closed.signal]);
    const body = asked.body === null ? null : Buffer.from(await asked.arrayBuffer());
    const { method, headers } = asked;
    const request: TestRequest = {
      url: () => url,
      method: () => method,
      postData: () => body?.toString() ?? null,
    };
    for (const listener of listeners) listener(request);
    // Requests and signals that nothing else holds would be collected, and then never notice an abort.
    held.push({ input, asked, signal });
    let isUnderWay = true;
    asked.signal.addEventListener('abort', () => {
      if (isUnderWay) for (const listener of abortListeners) listener(request);
    });
    const ask = () => real(url, { method, headers, body, signal });
    const route = routes.findLast(({ pattern }) => matchesUrl(url, pattern));
    return (route ? answer(route.handler, request, ask, signal) : ask()).finally(() => {
      isUnderWay = false;
    });
  };
  globalThis.fetch = send;
  return {
    route: (pattern, handler) => routes.push({ pattern, handler }),
    unroute(pattern) {
      const kept = routes.filter((route) => String(route.pattern) !== String(pattern));
      routes.splice(0, routes.length, ...kept);
    },
    onRequest: (listener) => listeners.push(listener),
    onAbort: (listener) => abortListeners.push(listener),
    close() {
      closed.abort(new DOMException('The page is closed.', 'AbortError'));
      held.length = 0;
      if (globalThis.fetch === send) globalThis.fetch = real;
    },
  };
}

function answer(
  handler: RouteHandler,
  request: TestRequest,
  ask: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const fail = () => reject(signal.reason);
  if (signal.aborted) fail();
  else signal.addEventListener('abort', fail, { once: true });
  const route: TestRoute = {
    request: () => request,
    async fulfill({ status, json, body, contentType, headers, response }) {
      const text = json === undefined ? body : JSON.stringify(json);
      resolve(
        new Response(text ?? JSON.stringify(await response?.json()), {
          status: status ?? response?.status() ?? 200,
          headers: { 'content-type': contentType ?? 'application/json', ...headers },
        }),
      );
    },
    continue: () => ask().then(resolve, reject),
    abort: async () => reject(new TypeError('fetch failed')),
    async fetch() {
      const response = await ask();
      return { status: () => response.status, json: () => response.json() };
    },
  };
  Promise.resolve(handler(route)).catch(reject);
  return promise;
}

/** As Playwright does: `**` stands for anything, `*` for anything without a slash, `?` for itself. */
function matchesUrl(url: string, pattern: string | RegExp): boolean {
  if (typeof pattern !== 'string') return pattern.test(url);
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`)
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*');
  return new RegExp(`^${source}$`).test(url);
}
