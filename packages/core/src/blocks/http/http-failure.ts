import { type BlockContext, errorMessage, RunwrightError } from '@runwright/contract';
import { parseAddress } from '@runwright/definition';

/** The address of a request. Throws `block_failed` for one without scheme and host: then nobody is called. */
export function addressOf(text: string): string {
  const hasScheme = /^https?:\/\//i.test(text.trim());
  const parsed = hasScheme ? parseAddress(text) : null;
  if (parsed?.ok) return text.trim();
  const reason =
    text.trim() === '' ? 'it is empty' : (parsed?.reason ?? 'it does not begin with http:// or https://');
  throw new RunwrightError(
    'block_failed',
    `Invalid \`url\` of an HTTP request: ${reason}. Give it a scheme and a host.`,
    { details: { output: { error: reason, error_type: 'unknown' } } },
  );
}

/** The failure of an answer that is not 2xx; the answer is recorded all the same. */
export function statusError(response: Response, method: string, url: string, result: object): RunwrightError {
  const said = response.statusText === '' ? '' : ` ${response.statusText}`;
  return new RunwrightError(
    'block_failed',
    `HTTP ${response.status}${said}: ${method} \`${url}\` did not succeed.`,
    {
      retryable: response.status === 429 || response.status >= 500,
      details: { output: result },
    },
  );
}

/** The request, for the text that says why it failed. */
interface Attempted {
  readonly context: BlockContext;
  readonly limit: AbortSignal;
  readonly url: string;
  /** Seconds. */
  readonly timeout: number;
}

/** Returns the error of a request that failed: a timeout and every other failure have an output that says so. */
export function requestError(error: unknown, { context, limit, url, timeout }: Attempted): unknown {
  if (context.signal.aborted) return context.signal.reason;
  if (limit.aborted) {
    const message = `\`${url}\` did not answer within ${timeout} seconds.`;
    return new RunwrightError('timed_out', message, {
      retryable: true,
      details: { output: { error: message, error_type: 'timeout' } },
    });
  }
  if (!RunwrightError.is(error)) {
    const message = errorMessage(error);
    return failedWith('block_failed', `The request to \`${url}\` failed: ${message}`, error, {});
  }
  return 'output' in error.details ? error : failedWith(error.code, error.message, error, error.details);
}

function failedWith(
  code: RunwrightError['code'],
  message: string,
  cause: unknown,
  details: RunwrightError['details'],
): RunwrightError {
  const hint = typeof details.hint === 'string' ? `. ${details.hint}.` : '';
  return new RunwrightError(code, message, {
    cause,
    retryable: RunwrightError.is(cause) && cause.retryable,
    details: { ...details, output: { error: `${message}${hint}`, error_type: 'unknown' } },
  });
}
