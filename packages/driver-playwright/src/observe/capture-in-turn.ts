import type { Page } from 'playwright-core';

/** The last capture of each page, finished or not. */
const last = new WeakMap<Page, Promise<unknown>>();

/**
 * Takes the pictures of a page one after the other. For a picture in another size the browser gives the page that size for a
 * moment, and one that is taken meanwhile would get it too.
 */
export async function captureInTurn<Result>(
  page: Page,
  signal: AbortSignal,
  capture: () => Promise<Result>,
): Promise<Result> {
  const before = last.get(page);
  const turn = Promise.withResolvers<void>();
  // Who gives up waiting gives the turn on, and not before it is theirs.
  last.set(page, Promise.all([before, turn.promise]));
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([before, aborted.promise]);
    return await capture();
  } finally {
    signal.removeEventListener('abort', abort);
    turn.resolve();
  }
}
