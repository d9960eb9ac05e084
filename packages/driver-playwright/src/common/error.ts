import { hideAddresses, RunwrightError } from '@runwright/contract';
import { errorReason } from '@runwright/page-actions';

/**
 * Returns an error of the browser or its library as a `RunwrightError`. One that is a `RunwrightError` already is unchanged.
 *
 * @param problem such as `Cannot read the page`
 */
export function browserFailed(problem: string, cause: unknown): RunwrightError {
  if (RunwrightError.is(cause)) return cause;
  return new RunwrightError(
    'browser_failed',
    `${problem}: the browser answered \`${hideAddresses(errorReason(cause))}\`. Start the block again with a new browser.`,
    {
      cause,
      retryable: true,
    },
  );
}

/** Returns the error for a browser that has closed or was killed. */
export function browserGone(): RunwrightError {
  return new RunwrightError(
    'browser_failed',
    'The browser is closed. Start the block again with a new browser.',
    {
      retryable: true,
      details: { failure_category: 'browser', lost: 'browser_gone' },
    },
  );
}

/** Throws `canceled` when the signal is aborted. */
export function stopIfCanceled(signal: AbortSignal): void {
  if (signal.aborted)
    throw new RunwrightError('canceled', 'The browser was told to stop.', { cause: signal.reason });
}
