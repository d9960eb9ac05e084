/** Encrypted browser states, each under the id of what left it: a workflow (`wpid_`), a run or a browser session. */
export interface BrowserStateRepository {
  /** Replaces the state of an owner. */
  put(organizationId: string, ownerId: string, ciphertext: string): Promise<void>;
  get(organizationId: string, ownerId: string): Promise<string | null>;
}
