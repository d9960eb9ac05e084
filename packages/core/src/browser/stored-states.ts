import { type BrowserState, notFound, type Store } from '@runwright/contract';
import { browserStateCipher } from '../crypto/browser-state-cipher.ts';

/** Browser states in the store, encrypted with the master key. */
export interface StoredStates {
  /** Stores the state that a workflow, a run or a browser session has left, in place of an earlier one. */
  put(organizationId: string, ownerId: string, state: BrowserState): Promise<void>;
  /** Null when it has left none. */
  get(organizationId: string, ownerId: string): Promise<BrowserState | null>;
  /** The state of a profile. Throws `not_found` for one that the organization does not have, or not any more. */
  ofProfile(organizationId: string, browserProfileId: string): Promise<BrowserState>;
  /** The ciphertext of the state of a profile. */
  sealProfile(browserProfileId: string, state: BrowserState): string;
}

/** Creates the stored states of an engine. */
export function createStoredStates(options: {
  readonly store: Store;
  readonly masterKey: Uint8Array;
}): StoredStates {
  const { store } = options;
  const cipher = browserStateCipher(options.masterKey);
  return {
    async put(organizationId, ownerId, state) {
      await store.browserStates.put(organizationId, ownerId, cipher.encrypt(JSON.stringify(state), ownerId));
    },
    async get(organizationId, ownerId) {
      const ciphertext = await store.browserStates.get(organizationId, ownerId);
      return ciphertext === null ? null : JSON.parse(cipher.decrypt(ciphertext, ownerId));
    },
    async ofProfile(organizationId, id) {
      const profile = await store.browserProfiles.get(organizationId, id);
      if (profile === null) throw notFound('Browser profile', id);
      return JSON.parse(cipher.decrypt(profile.ciphertext, id));
    },
    sealProfile: (browserProfileId, state) => cipher.encrypt(JSON.stringify(state), browserProfileId),
  };
}
