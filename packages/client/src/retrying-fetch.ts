import { errorOfNetwork, errorOfResponse } from './api-error.ts';

/** Sends a request, as the global `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

/** Options of `retryingFetch`. */
export interface RetryOptions {
  readonly fetch: Fetch;
  /** Number of repeats of one request. */
  readonly maxRetries: number;
  /** A response that asks for a longer wait, in ms, is an error at once. */
  readonly maxRetryDelayMs: number;
  /** Waits; fails when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Epoch ms. */
  readonly now: () => number;
}

const firstDelayMs = 500;

/**
 * Returns a `fetch` that repeats a request after 429 and 503 with `Retry-After`, and one without a response if a repeat has
 * no effect of its own. Throws `ApiError` for every status of 400 or more.
 */
export function retryingFetch({ fetch, maxRetries, maxRetryDelayMs, wait, now }: RetryOptions): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await send(fetch, request, attempt < maxRetries);
      if (outcome.response?.ok) return outcome.response;
      const delayMs =
        attempt < maxRetries ? delayOf(request, outcome.response, firstDelayMs * 2 ** attempt, now()) : null;
      if (delayMs === null || delayMs > maxRetryDelayMs) {
        throw outcome.response
          ? await errorOfResponse(request, outcome.response)
          : errorOfNetwork(request, outcome.error);
      }
      // An unread body would keep its connection occupied.
      await outcome.response?.body?.cancel();
      await wait(delayMs, request.signal);
    }
  };
}

interface Outcome {
  readonly response: Response | null;
  readonly error: unknown;
}

async function send(fetch: Fetch, request: Request, mayRepeat: boolean): Promise<Outcome> {
  try {
    return { response: await fetch(mayRepeat ? copyRequest(request) : request), error: null };
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    return { response: null, error };
  }
}

function copyRequest(request: Request): Request {
  // Named again, because Node's copy alone misses an abort after the next garbage collection.
  return new Request(request.clone(), { signal: request.signal });
}

/** Returns the ms to wait before a repeat; null if the request must not be repeated. */
function delayOf(request: Request, response: Response | null, ownMs: number, nowMs: number): number | null {
  if (response === null) {
    const isSafe = request.method === 'GET' || request.headers.has('idempotency-key');
    return isSafe ? ownMs : null;
  }
  if (response.status !== 429 && response.status !== 503) return null;
  const text = response.headers.get('retry-after');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** Waits with a timer; rejects with the signal's reason when it is aborted. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
