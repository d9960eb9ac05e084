import type { LookupFunction } from 'node:net';
import {
  type AllowedDestination,
  type ByteSource,
  type EgressPolicy,
  errorMessage,
  isByteSource,
  isStreamedForm,
  type RequestOptions,
  RunwrightError,
} from '@runwright/contract';
import { checkWellFormed } from './check-well-formed.ts';
import { encodeForm } from './streamed-form.ts';

/** `fetch` as the engine gives it to blocks. */
export type Fetch = (url: string | URL, init?: FetchInit) => Promise<Response>;

/** Options of a request, with the parts of it that hold secrets. */
export interface FetchInit extends RequestOptions {
  /** Default: no part does. */
  readonly secrets?: RequestSecrets;
}

/** Parts of a request that hold secrets. */
export interface RequestSecrets {
  /** Names of headers, in any case. */
  readonly headers: readonly string[];
  readonly body: boolean;
  /** Returns whether a secret of the request stands in a text, such as the address of a redirect. */
  readonly isIn?: (text: string) => boolean;
}

/** Redirects that one request follows. */
const maximumRedirects = 10;

/**
 * A `fetch` under a policy: every address is checked, and the connection goes to the addresses that were checked, so that
 * a name cannot mean another machine a moment later. Up to 10 redirects are followed, each checked anew; with
 * `redirect: 'manual'` none is, with `'error'` one fails. To another origin go `accept`, `accept-language`, `user-agent` and
 * the headers of the body alone, and of these none that holds a secret.
 *
 * Throws `egress_denied` for a refused address, `block_failed` (retryable) when the host cannot be reached and `block_failed`
 * for a redirect that would send a secret to another origin, in the body or in the address; an abort throws the signal's reason.
 */
export function createFetch(policy: EgressPolicy): Fetch {
  return async (url, init = {}) => {
    if (typeof url === 'string') checkWellFormed(url, 'a request to this address');
    if (typeof init.body === 'string') checkWellFormed(init.body, 'the body');
    const signal = init.signal ?? new AbortController().signal;
    const first = await policy.check(url, { signal });
    let call = await callOf(first.url, init);
    let destination = first;
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(destination, call, signal);
      const location = redirectOf(response);
      if (location === null || init.redirect === 'manual') return response;
      await response.body?.cancel();
      if (init.redirect === 'error') throw failed(destination.url, 'it answered with a redirect');
      if (redirects >= maximumRedirects)
        throw failed(first.url, `it redirected more than ${maximumRedirects} times`);
      const target = URL.parse(location, destination.url.href);
      if (!target) throw failed(destination.url, 'it redirected to something that is no address');
      const from = destination.url;
      destination = await policy.check(target, { signal });
      call = redirected(call, response.status);
      if (destination.url.origin === from.origin) continue;
      if (init.secrets?.isIn?.(destination.url.href))
        throw redirectedSecret(from, 'its address', destination.url);
      if (call.body !== null && init.secrets?.body)
        throw redirectedSecret(from, 'the body of the request', destination.url);
      call = { ...call, headers: safeHeaders(call.headers, init.secrets?.headers ?? []) };
    }
  };
}

/** A request in a form that can be sent again. */
interface Call {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | ByteSource | null;
}

/** Reads forms, blobs and streams once: a redirect may ask for the same bytes again. Sources are read when they are sent. */
async function callOf(url: URL, init: FetchInit): Promise<Call> {
  const { signal: _signal, redirect: _redirect, secrets: _secrets, body: given, ...rest } = init;
  if (isStreamedForm(given)) {
    const form = encodeForm(given);
    return streamedCall(url, rest, form, { 'content-type': form.contentType });
  }
  if (isByteSource(given)) return streamedCall(url, rest, given, {});
  const request = new Request(url, {
    ...rest,
    ...(given === undefined ? {} : { body: given }),
    ...(given instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  return { method: request.method, headers: new Headers(request.headers), body };
}

function streamedCall(
  url: URL,
  init: Omit<RequestInit, 'body'>,
  body: ByteSource,
  own: Readonly<Record<string, string>>,
): Call {
  // Refuses methods without a body, as for every other body.
  const { method } = new Request(url, { ...init, body: '' });
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries({ ...own, 'content-length': String(body.size) })) {
    headers.set(name, value);
  }
  return { method, headers, body };
}

async function send(destination: AllowedDestination, call: Call, signal: AbortSignal): Promise<Response> {
  // Imported here, after Node's own fetch was used: else the library becomes what the host's `fetch` goes through.
  const { Agent, fetch: networkFetch } = await import('undici');
  const agent = new Agent({ connect: { lookup: pinned(destination) } });
  try {
    const response = await networkFetch(destination.url, {
      method: call.method,
      headers: [...call.headers],
      ...(isByteSource(call.body) ? streamedBody(call.body) : { body: call.body }),
      redirect: 'manual',
      signal,
      dispatcher: agent,
    });
    return response as unknown as Response;
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof Error && RunwrightError.is(cause.cause)) throw cause.cause;
    throw failed(destination.url, reasonOf(cause), cause);
  } finally {
    // Closing waits for the answer's body; nothing keeps the connection after it.
    agent.close().catch(() => undefined);
  }
}

/** Without credentials, since the library rejects a 401 for a stream that it could not send once more with some. */
function streamedBody(source: ByteSource) {
  return { body: source.read(), duplex: 'half', credentials: 'omit' } as const;
}

/** Answers every question for an address with those that were checked. */
function pinned({ addresses }: AllowedDestination): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses]);
    const [first] = addresses;
    return callback(null, first?.address ?? '', first?.family);
  };
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function redirectOf(response: Response): string | null {
  return redirectStatuses.has(response.status) ? response.headers.get('location') : null;
}

const bodyHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-location',
];
/** Headers that another origin may get: any other may be a key, whatever its name. */
const safeHeaderNames: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'user-agent',
  ...bodyHeaders,
]);

/** The call after a redirect, as the Fetch standard (HTTP-redirect fetch) has it. */
function redirected(call: Call, status: number): Call {
  const becomesGet =
    (status === 303 && call.method !== 'GET' && call.method !== 'HEAD') ||
    ((status === 301 || status === 302) && call.method === 'POST');
  if (!becomesGet) return call;
  const headers = new Headers(call.headers);
  for (const name of bodyHeaders) headers.delete(name);
  return { method: 'GET', headers, body: null };
}

function safeHeaders(given: Headers, secret: readonly string[]): Headers {
  const secretNames = new Set(secret.map((name) => name.toLowerCase()));
  return new Headers([...given].filter(([name]) => safeHeaderNames.has(name) && !secretNames.has(name)));
}

function redirectedSecret(from: URL, place: string, to: URL): RunwrightError {
  return new RunwrightError(
    'block_failed',
    `\`${from.host}\` redirected to another origin, but ${place} holds a secret, which is not sent there. Send the request to that origin itself if it may have the secret.`,
    { details: { host: to.host } },
  );
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  // The address that a name resolved to is of the host's network.
  const message = errorMessage(inner);
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string'
    ? `${message} (${inner.code})`
    : message;
}

function failed(url: URL, reason: string, cause?: unknown): RunwrightError {
  const message = `No answer from \`${url.host}\`: ${reason}.`;
  return new RunwrightError('block_failed', message, {
    cause,
    retryable: cause !== undefined,
    details: { host: url.host },
  });
}
