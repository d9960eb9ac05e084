import type { Clock } from '@runwright/contract';

/** Time for a browser or tab to close, in ms. A driver has limits of its own below this; it is for drivers that hang. */
export const closeTimeoutMs = 60_000;

/** Resolves true when `closing` ends, however it does, and false when it has not ended after 60 s. Never throws. */
export async function closeWithTimeout(
  closing: Promise<unknown>,
  clock: Pick<Clock, 'sleep'>,
): Promise<boolean> {
  const limit = new AbortController();
  const ended = closing.then(
    () => true,
    () => true,
  );
  const late = clock.sleep(closeTimeoutMs, { signal: limit.signal }).then(
    () => false,
    () => true,
  );
  const inTime = await Promise.race([ended, late]);
  limit.abort();
  return inTime;
}
