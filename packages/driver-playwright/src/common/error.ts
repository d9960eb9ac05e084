import { RunwrightError } from '@runwright/contract';
import { errorReason } from '@runwright/page-actions';

/** An error of the browser or its library, as the one that may leave this package. Ours pass through unchanged. */
export function browserFailed(wanted: string, cause: unknown): RunwrightError {
  if (RunwrightError.is(cause)) return cause;
  return new RunwrightError(
    'browser_failed',
    `${wanted}, and the browser answered \`${errorReason(cause)}\`. Start the block again with a new browser.`,
    {
      cause,
      retryable: true,
    },
  );
}

/** The error of whoever works with a browser that has closed or was killed. */
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

/** Throws `canceled` once the signal is aborted. */
export function stopIfCanceled(signal: AbortSignal): void {
  if (signal.aborted)
    throw new RunwrightError('canceled', 'The browser was told to stop.', { cause: signal.reason });
}
