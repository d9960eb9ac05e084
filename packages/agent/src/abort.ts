import { RunwrightError } from '@runwright/contract';

/** Throws when the signal is aborted: its reason when that is a `RunwrightError`, else a `canceled` error. */
export function throwIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  if (RunwrightError.is(signal.reason)) throw signal.reason;
  throw new RunwrightError('canceled', 'The block was canceled while its agent was running.', {
    cause: signal.reason,
  });
}
