import type { Store } from '@runwright/contract';

/** A stored browser state: its ciphertext, and whose it is. */
export interface BrowserStateRow {
  readonly organizationId: string;
  readonly ciphertext: string;
}

/** The browser state calls of the memory store. Rows are by the id of the owner. */
export function memoryBrowserStates(rows: Map<string, BrowserStateRow>): Store['browserStates'] {
  return {
    async put(organizationId, ownerId, ciphertext) {
      rows.set(ownerId, Object.freeze({ organizationId, ciphertext }));
    },
    async get(organizationId, ownerId) {
      const row = rows.get(ownerId);
      return row?.organizationId === organizationId ? row.ciphertext : null;
    },
  };
}
