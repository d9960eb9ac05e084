import { RunwrightError } from '../error.ts';
import { hideAddresses } from '../hide-addresses.ts';
import type { Endpoint } from './call-endpoint.ts';

/** An answer whose status is that of an error. */
export interface Refusal {
  readonly status: number;
  /** What the endpoint says; it begins with the status. */
  readonly message: string;
  readonly headers: Headers | undefined;
  /** True when it refuses the output format; the caller then takes another one. */
  readonly refusesFormat: boolean;
}

/** Details of a failed call. */
export interface FailedCall {
  readonly endpoint: Endpoint;
  /** The caller's. */
  readonly signal: AbortSignal;
  /** The time limit that has passed, ms; null when it has not. */
  readonly timedOutMs: number | null;
  /** Epoch ms, for a `Retry-After` that is a date. */
  readonly now: number;
}

/** Returns the contract's error for what the library of a provider threw; see `callEndpoint`. */
export function endpointError(cause: unknown, refusal: Refusal | null, call: FailedCall): RunwrightError {
  if (RunwrightError.is(cause)) return cause;
  const { model } = call.endpoint;
  if (call.signal.aborted) {
    return new RunwrightError('canceled', `The call to the model \`${model}\` was canceled.`, { cause });
  }
  if (call.timedOutMs !== null) {
    return new RunwrightError(
      'model_failed',
      `The model \`${model}\` did not respond within ${call.timedOutMs} ms. Increase the timeout or choose a faster model.`,
      { cause, retryable: true, details: { timed_out: true } },
    );
  }
  if (refusal) return refusalError(cause, refusal, call);
  return new RunwrightError(
    'model_failed',
    `The endpoint of the model \`${model}\` gave no usable answer (${reason(cause, call.endpoint)}). Ask the operator to check it, such as with \`runwright doctor\`.`,
    { cause, retryable: true },
  );
}

function refusalError(cause: unknown, refusal: Refusal, { endpoint, now }: FailedCall): RunwrightError {
  const { status, message, headers, refusesFormat } = refusal;
  const retryAfterMs = retryAfter(headers, now);
  return new RunwrightError(
    'model_failed',
    `The model endpoint refused the call to \`${endpoint.model}\` with \`${clean(message, endpoint)}\`. ${advice(status)}`,
    {
      cause,
      retryable: status === 408 || status === 409 || status === 429 || (status >= 500 && !refusesFormat),
      details: {
        status,
        ...(retryAfterMs !== null && { retry_after_ms: retryAfterMs }),
        ...(refusesFormat && { unsupported: true }),
      },
    },
  );
}

function advice(status: number): string {
  if (status === 401 || status === 403) return 'Check the API key.';
  if (status === 402) return 'Add credit at the provider.';
  if (status === 404) return 'Check the name of the model and the base URL.';
  if (status === 413) return 'Send less: fewer images, or a shorter page.';
  if (status === 429) return 'Wait, or raise the limit at the provider.';
  if (status >= 500) return 'The provider has a problem; try again later.';
  return 'The request does not suit this endpoint.';
}

/**
 * Returns the wait that the answer asks for, ms: `retry-after-ms`, or `Retry-After` in seconds or as a date
 * (RFC 9110, section 10.2.3).
 */
function retryAfter(headers: Headers | undefined, now: number): number | null {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const text = headers?.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function reason(cause: unknown, endpoint: Endpoint): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  const inner = cause.cause instanceof Error ? cause.cause.message : '';
  return clean([cause.message, inner].filter(Boolean).join(' '), endpoint);
}

/** Lists what a message must not contain. A key of a few characters, for a server that needs none, is part of other words too. */
function listSecrets({ apiKey, login }: Endpoint): readonly string[] {
  const password = login?.slice(login.indexOf(':') + 1) ?? '';
  const given = login === undefined ? [] : [login, Buffer.from(login).toString('base64'), password];
  return [...given, apiKey].filter((secret) => secret.length >= minSecretLength);
}

const minSecretLength = 6;

/**
 * Providers quote keys and prompts in their messages, and gateways the addresses behind them: keys and addresses go, and so does what is
 * long. The message reaches people who use the service; the error keeps its cause for the operator.
 */
function clean(message: string, endpoint: Endpoint): string {
  const { baseUrl } = endpoint;
  const { host, hostname } = new URL(baseUrl);
  const open = listSecrets(endpoint).reduce(
    (text, secret) => text.replaceAll(secret, '[secret]'),
    message.replaceAll(baseUrl, '[address]'),
  );
  const line = hideAddresses(open)
    .replaceAll(host, '[address]')
    .replaceAll(hostname, '[address]')
    .replace(/\s+/g, ' ')
    .replaceAll('`', "'")
    .trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
