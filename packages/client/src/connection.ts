import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.generated.ts';
import { queryText } from './query-text.ts';
import { type Fetch, retryingFetch, waitFor } from './retrying-fetch.ts';

/** Options of a client. It needs `apiKey`, `headers` or both; the headers may be empty, such as for cookies. */
export type ClientOptions = ConnectionOptions &
  (
    | { readonly apiKey: string; readonly headers?: ClientHeaders }
    | { readonly apiKey?: undefined; readonly headers: ClientHeaders }
  );

/** Headers of every request, or a function that returns them before each call, such as with a token that expires. */
export type ClientHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** Where the service is, and how requests are sent to it. */
export interface ConnectionOptions {
  /** Address of the service, such as `http://127.0.0.1:8000`. */
  readonly url: string;
  /** Key of the organization, sent as `x-api-key`. Without it, no `x-api-key` is sent. */
  readonly apiKey?: string | undefined;
  /** Sent with every request, for a service with its own authentication; they replace headers of the client with the same names. */
  readonly headers?: ClientHeaders;
  /** Sends requests; default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** Number of repeats of a request that the service could not take; default 3. */
  readonly maxRetries?: number;
  /** Longest wait before a repeat in ms; default 60,000. */
  readonly maxRetryDelayMs?: number;
}

/** Options of each call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Options of calls that create or start something. */
export interface CreateOptions extends CallOptions {
  /** A text of your choice: the service executes the same request with the same key once within 24 hours. */
  readonly idempotencyKey?: string;
}

/** Sends the requests of a client. */
export interface Connection {
  readonly api: Client<paths>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Sends a GET whose response is not JSON. */
  get(
    path: string,
    options?: CallOptions & { readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
}

/** Opens a connection to a service; nothing is sent yet. Throws a `TypeError` without `apiKey` and `headers`. */
export function connect(options: ClientOptions): Connection {
  const url = options.url.replace(/\/+$/, '');
  if (options.apiKey === undefined && options.headers === undefined)
    throw new TypeError('Cannot create a client: it has neither `apiKey` nor `headers`. Pass one of them.');
  const headers: Record<string, string> = options.apiKey === undefined ? {} : { 'x-api-key': options.apiKey };
  const retrying = retryingFetch({
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    maxRetries: options.maxRetries ?? 3,
    maxRetryDelayMs: options.maxRetryDelayMs ?? 60_000,
    wait: waitFor,
    now: Date.now,
  });
  const fetch: Fetch = async (request) => {
    const given = typeof options.headers === 'function' ? await options.headers() : options.headers;
    for (const [name, value] of Object.entries(given ?? {})) request.headers.set(name, value);
    return retrying(request);
  };
  return {
    api: createFetchClient<paths>({ baseUrl: url, headers, fetch, querySerializer: queryText }),
    wait: waitFor,
    get: (path, { signal, headers: own } = {}) =>
      fetch(new Request(url + path, { headers: { ...headers, ...own }, ...(signal ? { signal } : {}) })),
  };
}

/** Returns the parsed body of a response; failed ones have thrown before. */
export async function bodyOf<T>(result: Promise<{ readonly data?: T }>): Promise<T> {
  return (await result).data as T;
}

/** Returns the options of a request that reads or changes something. */
export function callOf({ signal }: CallOptions = {}): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

/** Returns the options of a request that creates something. */
export function createOf({ idempotencyKey, ...options }: CreateOptions = {}): {
  signal?: AbortSignal;
  headers?: { 'idempotency-key': string };
} {
  const headers = idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } };
  return { ...callOf(options), ...headers };
}
