import { type PushedCodeRow, RunwrightError, type Store } from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';

/** Codes that one search returns. */
const mostFound = 100;

/** The pushed codes of the memory store. */
export function memoryPushedCodes(rows: Map<string, PushedCodeRow>): Store['pushedCodes'] {
  const sorted = (filter: (row: PushedCodeRow) => boolean): PushedCodeRow[] => {
    const order = newestFirst<PushedCodeRow>(
      (row) => row.createdAt,
      (row) => row.totpCodeId,
    );
    return [...rows.values()].filter(filter).sort(order);
  };
  return {
    async add(code) {
      if (rows.has(code.totpCodeId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot add pushed code \`${code.totpCodeId}\`: it exists. Make a new id.`,
        );
      }
      rows.set(code.totpCodeId, copyFrozen(code));
    },
    async list({ organizationId, identifierKey, workflowRunId, ...page }) {
      const found = sorted(
        (row) =>
          row.organizationId === organizationId &&
          (identifierKey === undefined || row.identifierKey === identifierKey) &&
          (workflowRunId === undefined || row.workflowRunId === workflowRunId),
      );
      return cutPage(found, page);
    },
    async find({ organizationId, identifierKey, since, now }) {
      const found = sorted(
        (row) =>
          row.organizationId === organizationId &&
          row.identifierKey === identifierKey &&
          row.createdAt >= since &&
          row.deleteAt > now,
      );
      return found.slice(0, mostFound);
    },
    async deleteExpired({ now }) {
      const over = [...rows.values()].filter((row) => row.deleteAt <= now);
      for (const { totpCodeId } of over) rows.delete(totpCodeId);
      return over.length;
    },
  };
}
