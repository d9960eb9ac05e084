import { type CredentialRow, RunwrightError, type Store } from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';

/** The credential calls of the memory store. */
export function memoryCredentials(rows: Map<string, CredentialRow>): Store['credentials'] {
  const turns = new Map<string, number>();
  const find = (organizationId: string, credentialId: string): CredentialRow | null => {
    const row = rows.get(credentialId);
    return row?.organizationId === organizationId && row.deletedAt === null ? row : null;
  };
  return {
    async add(credential) {
      if (rows.has(credential.credentialId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot add credential \`${credential.credentialId}\`: it exists. Make a new id.`,
        );
      }
      rows.set(credential.credentialId, copyFrozen(credential));
    },
    async get(organizationId, credentialId) {
      return find(organizationId, credentialId);
    },
    async change(organizationId, credentialId, patch) {
      const row = find(organizationId, credentialId);
      if (row === null) return null;
      const changed = copyFrozen({ ...row, ...patch });
      rows.set(credentialId, changed);
      return changed;
    },
    async list({ organizationId, type, search, ...page }) {
      const found = [...rows.values()]
        .filter((row) => row.organizationId === organizationId && row.deletedAt === null)
        .filter((row) => type === undefined || row.type === type)
        .filter((row) => search === undefined || row.name.toLowerCase().includes(search.toLowerCase()));
      const order = newestFirst<CredentialRow>(
        (row) => row.createdAt,
        (row) => row.credentialId,
      );
      return cutPage(found.sort(order), page);
    },
    async nextTurn(organizationId, name) {
      const key = JSON.stringify([organizationId, name]);
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      return turn;
    },
  };
}
