import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { type OutputMode, RunwrightError } from '@runwright/contract';

/** Details of the failed call. */
export interface FailedCall {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Epoch ms, for a `Retry-After` that is a date. */
  readonly now: number;
  readonly timeoutMs: number;
  readonly timedOut: boolean;
  readonly mode: OutputMode;
  readonly signal: AbortSignal;
}

/**
 * Converts what the library threw to the contract's error: `canceled` when the caller's signal is aborted, else
 * `model_failed`, retryable for network errors, 408, 409, 429 and 5xx.
 */
export function anthropicError(cause: unknown, call: FailedCall): RunwrightError {
  if (RunwrightError.is(cause)) return cause;
  if (call.signal.aborted) {
    return new RunwrightError('canceled', `The call to the model \`${call.model}\` was canceled.`, { cause });
  }
  if (call.timedOut) {
    return new RunwrightError(
      'model_failed',
      `The model \`${call.model}\` did not respond within ${call.timeoutMs} ms. Increase the timeout or choose a faster model.`,
      { cause, retryable: true, details: { timed_out: true } },
    );
  }
  if (cause instanceof APIConnectionError || !(cause instanceof APIError) || cause.status === undefined) {
    return new RunwrightError(
      'model_failed',
      `The model endpoint \`${call.baseUrl}\` gave no usable answer (${reason(cause, call.apiKey)}). Check its address and that it is running.`,
      { cause, retryable: true },
    );
  }
  return statusError(cause, cause.status, call);
}

function statusError(cause: APIError, status: number, call: FailedCall): RunwrightError {
  const said = clean(cause.apiMessage ?? cause.message, call.apiKey);
  const unsupported = call.mode === 'json_schema' && status === 400 && refusesSchema(said);
  const retryAfterMs = retryAfter(cause.headers, call.now);
  return new RunwrightError(
    'model_failed',
    `The model endpoint refused the call to \`${call.model}\` with \`${status} ${said}\`. ${advice(status)}`,
    {
      cause,
      retryable: status === 408 || status === 409 || status === 429 || status >= 500,
      details: {
        status,
        ...(retryAfterMs !== null && { retry_after_ms: retryAfterMs }),
        ...(unsupported && { unsupported: true }),
      },
    },
  );
}

/** The API says in words only that a model has no structured outputs, or that a schema is too large for them. */
function refusesSchema(message: string): boolean {
  return /output_config|output_format|structured output|json_?schema|schema|grammar/i.test(message);
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

/** Returns the wait that the answer asks for, ms: `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). */
function retryAfter(headers: Headers | undefined, now: number): number | null {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const text = headers?.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function reason(cause: unknown, apiKey: string): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  const inner = cause.cause instanceof Error ? cause.cause.message : '';
  return clean([cause.message, inner].filter(Boolean).join(' '), apiKey);
}

/** Providers quote keys and prompts in their messages: the key goes, and so does what is long. */
function clean(message: string, apiKey: string): string {
  const line = message.replaceAll(apiKey, '[secret]').replace(/\s+/g, ' ').replaceAll('`', "'").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
