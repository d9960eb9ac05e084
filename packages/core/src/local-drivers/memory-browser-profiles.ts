import { type BrowserProfile, type BrowserProfileRow, RunwrightError, type Store } from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';

/** The browser profile calls of the memory store. */
export function memoryBrowserProfiles(rows: Map<string, BrowserProfileRow>): Store['browserProfiles'] {
  const find = (organizationId: string, id: string): BrowserProfileRow | null => {
    const row = rows.get(id);
    return row?.organizationId === organizationId && row.deletedAt === null ? row : null;
  };
  const assertNameIsFree = ({ organizationId, name, browserProfileId }: BrowserProfileRow): void => {
    for (const row of rows.values()) {
      if (row.organizationId !== organizationId || row.name !== name || row.deletedAt !== null) continue;
      if (row.browserProfileId !== browserProfileId) throw nameInUse(name);
    }
  };
  return {
    async add(profile) {
      if (rows.has(profile.browserProfileId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot add browser profile \`${profile.browserProfileId}\`: it exists. Make a new id.`,
        );
      }
      assertNameIsFree(profile);
      rows.set(profile.browserProfileId, copyFrozen(profile));
    },
    async get(organizationId, id) {
      return find(organizationId, id);
    },
    async change(organizationId, id, patch) {
      const row = find(organizationId, id);
      if (row === null) return null;
      const changed = copyFrozen({ ...row, ...patch });
      assertNameIsFree(changed);
      rows.set(id, changed);
      return withoutState(changed);
    },
    async list({ organizationId, includeDeleted, ...page }) {
      const found = [...rows.values()]
        .filter((row) => row.organizationId === organizationId && (includeDeleted || row.deletedAt === null))
        .map(withoutState);
      const order = newestFirst<BrowserProfile>(
        (row) => row.createdAt,
        (row) => row.browserProfileId,
      );
      return cutPage(found.sort(order), page);
    },
  };
}

function withoutState({ ciphertext: _state, ...profile }: BrowserProfileRow): BrowserProfile {
  return profile;
}

function nameInUse(name: string): RunwrightError {
  return new RunwrightError('conflict', `A browser profile with the name \`${name}\` exists`);
}
