import { RunwrightError } from '@runwright/contract';

/** Throws when the signal is aborted: its own reason when that is an error of the contract, else `canceled`. */
export function throwIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  if (RunwrightError.is(signal.reason)) throw signal.reason;
  throw new RunwrightError('canceled', 'The block was canceled while its agent was at work.', {
    cause: signal.reason,
  });
}
