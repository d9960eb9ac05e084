import type { BrowserSession, BrowserState } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import type { BrowserContext } from 'playwright-core';
import { unlessGone } from './unless-gone.ts';

type LibraryState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

/** Cookies and storage of a session, until the browser goes or the caller gives up. */
export async function stateOf(
  { native, gone }: BrowserSession<BrowserContext>,
  signal: AbortSignal,
): Promise<BrowserState> {
  const state = await unlessGone(gone)('Cookies and storage were to be read', signal, () =>
    native.storageState({ indexedDB: true }),
  );
  // Only data: what the library hands out may be changed by it later.
  return structuredClone(state) as BrowserState;
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
