import type { BrowserSession, BrowserState } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import type { BrowserContext } from 'playwright-core';
import { withDisconnect } from '../common/with-disconnect.ts';
import { incrementalState } from './incremental-state.ts';
import type { StorageChanges } from './storage-changes.ts';

type LibraryState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

/** Reads cookies and storage of a session, until the browser goes or the caller gives up. */
export type ReadState = NonNullable<BrowserSession['state']>;

/**
 * Creates the function that reads cookies and storage.
 *
 * @param changes which origins may have changed since the session was opened; null: not known, everything is always read
 * @param isEmpty whether the browser began without storage
 */
export function stateReader(
  { native, gone }: Pick<BrowserSession<BrowserContext>, 'native' | 'gone'>,
  changes: StorageChanges | null,
  isEmpty: boolean,
): ReadState {
  const readAll = async (): Promise<BrowserState> =>
    // Only data: what the library hands out may be changed by it later.
    structuredClone(await native.storageState({ indexedDB: true })) as BrowserState;
  const readChanged = changes === null ? readAll : incrementalState(native, changes, { isEmpty, readAll });
  return ({ signal, incremental = false }) =>
    withDisconnect(gone)('Cannot read cookies and storage', signal, incremental ? readChanged : readAll);
}

/** Restores cookies and storage in an unused browser. Throws `invalid_input` when the browser rejects them. */
export async function restoreState(context: BrowserContext, state: BrowserState): Promise<void> {
  try {
    await context.setStorageState(structuredClone(state) as unknown as LibraryState);
  } catch (cause) {
    if (!context.browser()?.isConnected()) throw cause;
    throw new RunwrightError(
      'invalid_input',
      'Cannot restore cookies and storage: the browser does not accept them. Capture the state again.',
      { cause },
    );
  }
}
