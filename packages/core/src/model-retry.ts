import {
  type Clock,
  type LanguageModel,
  type ModelReply,
  type ModelRequest,
  RunwrightError,
} from '@runwright/contract';

/** Tries after the first one. */
const maximumRetries = 5;
const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** Time and chance of the waits between tries. */
export interface RetryOptions {
  readonly clock: Clock;
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

/**
 * One call, tried again up to 5 times while the error is retryable. The wait is a random part of 0.5 s, doubled with
 * every try and at most 30 s, but never shorter than the provider asked for.
 */
export async function generateWithRetries(
  model: LanguageModel,
  request: ModelRequest,
  { clock, random }: RetryOptions,
): Promise<ModelReply> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await model.generate(request);
    } catch (error) {
      request.signal.throwIfAborted();
      if (!RunwrightError.is(error) || !error.retryable || retry >= maximumRetries) throw error;
      const jitter = random() * Math.min(longestDelayMs, firstDelayMs * 2 ** retry);
      await clock.sleep(Math.max(jitter, askedDelayMs(error)), { signal: request.signal });
    }
  }
}

function askedDelayMs(error: RunwrightError): number {
  const asked = error.details.retry_after_ms;
  return typeof asked === 'number' && Number.isFinite(asked) ? Math.max(0, asked) : 0;
}
