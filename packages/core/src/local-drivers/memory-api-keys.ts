import { type ApiKey, isFinal, RunwrightError, type Store } from '@runwright/contract';
import type { RunTables } from './commit-batch.ts';
import { byTime } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';

/** The API key calls of the memory store; `tables` tell which keys still sign something. */
export function memoryApiKeys(rows: Map<string, ApiKey>, tables: RunTables): Store['apiKeys'] {
  const list = (organizationId: string) =>
    [...rows.values()]
      .filter((row) => row.organizationId === organizationId)
      .sort(
        byTime(
          (row) => row.createdAt,
          (row) => row.apiKeyId,
        ),
      );
  return {
    async find(hash) {
      return [...rows.values()].find((row) => row.hash === hash) ?? null;
    },
    async get(organizationId, apiKeyId) {
      const row = rows.get(apiKeyId);
      return row?.organizationId === organizationId ? row : null;
    },
    async list(organizationId) {
      return list(organizationId);
    },
    async addFirst(key) {
      const first = list(key.organizationId).find((row) => row.revokedAt === null);
      if (first) return first;
      const added = copyFrozen(key);
      rows.set(key.apiKeyId, added);
      return added;
    },
    async put(key) {
      const other = [...rows.values()].find((row) => row.hash === key.hash && row.apiKeyId !== key.apiKeyId);
      if (other) {
        throw new RunwrightError(
          'conflict',
          `Cannot store API key \`${key.apiKeyId}\`: \`${other.apiKeyId}\` has the same hash. Make a new key.`,
        );
      }
      rows.set(key.apiKeyId, copyFrozen(key));
    },
    async markUsed(apiKeyId, at) {
      const row = rows.get(apiKeyId);
      if (!row || (row.lastUsedAt !== null && row.lastUsedAt >= at)) return;
      rows.set(apiKeyId, Object.freeze({ ...row, lastUsedAt: at }));
    },
    async eraseUnneeded({ now }) {
      const needed = neededKeys(tables);
      const unneeded = [...rows.values()].filter(
        (row) =>
          row.ciphertext !== '' &&
          (row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) &&
          !needed.has(row.apiKeyId),
      );
      for (const row of unneeded) rows.set(row.apiKeyId, Object.freeze({ ...row, ciphertext: '' }));
      return unneeded.length;
    },
  };
}

/** The keys of runs that are not final, or whose webhook is still to be sent. */
function neededKeys({ runs, openEntries }: RunTables): ReadonlySet<string | null> {
  const open = [...runs.values()].map(({ run }) => run).filter((run) => !isFinal(run.status));
  const awaiting = [...openEntries.values()].flatMap((entry) => {
    const run = entry.type === 'webhook' ? runs.get(entry.runId)?.run : undefined;
    return run ? [run] : [];
  });
  return new Set([...open, ...awaiting].map((run) => run.apiKeyId));
}
