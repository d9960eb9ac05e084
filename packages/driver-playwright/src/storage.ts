import type { BrowserSession, BrowserState } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import type { BrowserContext } from 'playwright-core';
import { browserFailed, stopIfCanceled } from './error.ts';

type LibraryState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

/** Cookies and storage of a session, until the browser goes or the caller gives up. */
export async function stateOf(
  { native, gone }: BrowserSession<BrowserContext>,
  signal: AbortSignal,
): Promise<BrowserState> {
  stopIfCanceled(signal);
  const ended = AbortSignal.any([signal, gone]);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(ended.reason);
  ended.addEventListener('abort', stop, { once: true });
  if (ended.aborted) stop();
  aborted.catch(() => undefined);
  try {
    const work = ended.aborted ? aborted : native.storageState({ indexedDB: true });
    // Only data: what the library hands out may be changed by it later.
    return structuredClone(await Promise.race([work, aborted])) as BrowserState;
  } catch (cause) {
    stopIfCanceled(signal);
    throw browserFailed('Cookies and storage were to be read', cause);
  } finally {
    ended.removeEventListener('abort', stop);
  }
}

/** Puts cookies and storage into a browser that nobody has used yet. Throws `invalid_input` when it takes them not. */
export async function restoreState(context: BrowserContext, state: BrowserState): Promise<void> {
  try {
    await context.setStorageState(structuredClone(state) as unknown as LibraryState);
  } catch (cause) {
    if (!context.browser()?.isConnected()) throw cause;
    throw new RunwrightError(
      'invalid_input',
      'A browser was to begin with cookies and storage, and it does not take them. Capture the state again.',
      { cause },
    );
  }
}
