import type { Clock } from '@runwright/contract';

/** Time that work has to stop by itself after its signal: 1 second. */
const graceMs = 1000;

/**
 * The work's own result, or the signal's reason when the work still goes on a second after the signal was aborted.
 * What abandoned work does afterwards is nobody's concern, but its context is closed.
 */
export function withAbort<T>(work: Promise<T>, signal: AbortSignal, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    let grace: AbortController | null = null;
    const abort = () => {
      grace = new AbortController();
      clock.sleep(graceMs, { signal: grace.signal }).then(
        () => reject(signal.reason),
        () => undefined,
      );
    };
    const settle = () => {
      signal.removeEventListener('abort', abort);
      grace?.abort();
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(settle);
  });
}
