import type { Json, JsonObject } from '../json.ts';
import type { ModelReply, ModelRequest } from '../model.ts';
import { endpointError, type Refusal } from './endpoint-error.ts';

/** A model at an endpoint. */
export interface Endpoint {
  /** Name of the model at the provider. */
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** User name, `:` and password that were in its address. Default: none. */
  readonly login?: string;
}

/** What the library of a provider is given for one request. */
export interface EndpointOptions {
  /** Aborted when the caller gives up, and at the time limit. */
  readonly signal: AbortSignal;
  /** Limit for the library, ms: later than that of `signal`. */
  readonly timeout: number;
}

/** One request and its answer. */
export interface Exchange {
  readonly reply: Omit<ModelReply, 'durationMs' | 'wire'>;
  /** Bodies as they went over the wire. */
  readonly wire: { readonly request: object; readonly response: object };
}

/**
 * Makes one request to a model within the limits of the request. Throws `canceled` when the caller's signal is aborted, else
 * `model_failed`, retryable for network errors, a passed time limit, 408, 409, 429 and 5xx.
 *
 * @param send makes the request with the provider's library
 * @param refusalOf reads the answer with a status of an error from what the library threw; null for anything else
 */
export async function callEndpoint(
  endpoint: Endpoint,
  request: ModelRequest,
  send: (options: EndpointOptions) => Promise<Exchange>,
  refusalOf: (cause: unknown) => Refusal | null,
): Promise<ModelReply> {
  const { signal, limits } = request;
  const { timeoutMs } = limits;
  // The library's own limit ends with the headers; an answer may also stop in the middle of its body.
  const deadline = AbortSignal.timeout(timeoutMs);
  const startedAt = performance.now();
  try {
    const { reply, wire } = await send({
      signal: AbortSignal.any([signal, deadline]),
      timeout: timeoutMs + 1_000,
    });
    return {
      ...reply,
      model: reply.model || endpoint.model,
      durationMs: Math.round(performance.now() - startedAt),
      wire: { request: plain(wire.request), response: plain(wire.response) },
    };
  } catch (cause) {
    const timedOutMs = deadline.aborted ? timeoutMs : null;
    throw endpointError(cause, refusalOf(cause), { endpoint, signal, timedOutMs, now: Date.now() });
  }
}

/** Copies a body as it goes over the wire. */
function plain(body: object): JsonObject {
  const copy: { [member: string]: Json } = JSON.parse(JSON.stringify(body));
  return copy;
}
