import {
  type Clock,
  type GenerateRequest,
  type LanguageModel,
  type ModelReply,
  type ModelRequest,
  RunwrightError,
  type TSchema,
} from '@runwright/contract';

/** Tries after the first one. */
const maximumRetries = 5;
/** Tries after a call that took too long: each of them may take as long again. */
const retriesOfTimeout = 1;
const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** Time and chance of the waits between tries. */
export interface RetryOptions {
  readonly clock: Clock;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  /** Time in ms that a call waits at most because a provider asks it to. */
  readonly maxWaitMs: number;
  /** Tries of the request's own. */
  readonly tries?: NonNullable<GenerateRequest<TSchema>['tries']>;
}

/**
 * One call, tried again up to 5 times while the error is retryable. The wait is a random part of 0.5 s, doubled with
 * every try and at most 30 s, but never shorter than the provider asked for; when it asks for longer than `maxWaitMs`, nothing is tried
 * again. A call that took too long is tried again once. A request with tries of its own has as many, and waits that no chance shortens.
 */
export async function generateWithRetries(
  model: LanguageModel,
  request: ModelRequest,
  options: RetryOptions,
): Promise<ModelReply> {
  const retries = options.tries ? options.tries.count - 1 : maximumRetries;
  let timeouts = 0;
  for (let retry = 0; ; retry += 1) {
    try {
      return await model.generate(request);
    } catch (error) {
      request.signal.throwIfAborted();
      if (!RunwrightError.is(error) || !error.retryable || retry >= retries) throw error;
      if (error.details.timed_out === true) timeouts += 1;
      if (timeouts > retriesOfTimeout) throw error;
      const askedMs = askedDelayMs(error);
      if (askedMs > options.maxWaitMs) throw tooLong(error, askedMs, options.maxWaitMs);
      const waitMs = Math.max(delayMs(options, retry), askedMs);
      await options.clock.sleep(waitMs, { signal: request.signal });
    }
  }
}

function delayMs({ random, tries }: RetryOptions, retry: number): number {
  if (tries) return tries.firstDelayMs * 2 ** retry;
  return random() * Math.min(longestDelayMs, firstDelayMs * 2 ** retry);
}

function tooLong({ code, message, details }: RunwrightError, askedMs: number, maxMs: number): RunwrightError {
  const [asked, most] = [askedMs, maxMs].map((ms) => Math.ceil(ms / 1000));
  return new RunwrightError(
    code,
    `${message} It asks to wait for ${asked} s, and a run waits for ${most} s at most (\`modelWaitMs\`).`,
    { details },
  );
}

function askedDelayMs(error: RunwrightError): number {
  const asked = error.details.retry_after_ms;
  return typeof asked === 'number' && Number.isFinite(asked) ? Math.max(0, asked) : 0;
}
