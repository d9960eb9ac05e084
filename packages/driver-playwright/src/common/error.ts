import { RunwrightError } from '@runwright/contract';

/** An error of the browser or its library, as the one that may leave this package. Ours pass through unchanged. */
export function browserFailed(wanted: string, cause: unknown): RunwrightError {
  if (RunwrightError.is(cause)) return cause;
  return new RunwrightError(
    'browser_failed',
    `${wanted}, and the browser answered \`${reasonOf(cause)}\`. Start the block again with a new browser.`,
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

/** The first line of what the library says, without its call log. */
export function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return (text.split('\n')[0] ?? '').replace(/^[\w.]+: /, '').slice(0, 200);
}

/** Throws `canceled` once the signal is aborted. */
export function stopIfCanceled(signal: AbortSignal): void {
  if (signal.aborted)
    throw new RunwrightError('canceled', 'The browser was told to stop.', { cause: signal.reason });
}
