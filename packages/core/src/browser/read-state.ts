import type { BrowserSession, BrowserState, Clock } from '@runwright/contract';

/** Returns cookies and storage of a browser; null when it does not answer in time, is gone or cannot tell. Never throws. */
export async function readState(
  session: Pick<BrowserSession, 'state'>,
  clock: Pick<Clock, 'sleep'>,
  timeoutMs: number,
): Promise<BrowserState | null> {
  if (!session.state) return null;
  const limit = new AbortController();
  const late = clock.sleep(timeoutMs, { signal: limit.signal }).then(
    () => null,
    () => null,
  );
  const reading = session.state({ signal: limit.signal }).catch(() => null);
  const state = await Promise.race([reading, late]);
  limit.abort();
  return state;
}
