import { browserFailed, stopIfCanceled } from './error.ts';

/** Runs work until it ends, its caller cancels or the browser is gone. */
export type WithDisconnect = <Result>(
  wanted: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs every call of a session: maps errors to `RunwrightError` and rejects when the browser is gone.
 *
 * @param gone aborted with the reason when the browser is gone
 */
export function withDisconnect(gone: AbortSignal): WithDisconnect {
  return async (wanted, signal, work) => {
    stopIfCanceled(signal);
    const ended = AbortSignal.any([signal, gone]);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(ended.reason);
    ended.addEventListener('abort', stop, { once: true });
    if (ended.aborted) stop();
    try {
      return await Promise.race([ended.aborted ? aborted : work(ended), aborted]);
    } catch (cause) {
      stopIfCanceled(signal);
      throw browserFailed(wanted, cause);
    } finally {
      ended.removeEventListener('abort', stop);
      aborted.catch(() => undefined);
    }
  };
}
