import { RunwrightError, type ScriptRevision, type Store } from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';

/** The script calls of the memory store. */
export function memoryScripts(): Store['scripts'] {
  const rows: ScriptRevision[] = [];
  const alive = (organizationId: string): readonly ScriptRevision[] =>
    rows.filter((row) => row.organizationId === organizationId && row.deletedAt === null);
  return {
    async add(revision) {
      const { scriptId, scriptRevisionId, version } = revision;
      const taken = rows.some(
        (row) =>
          row.scriptRevisionId === scriptRevisionId || (row.scriptId === scriptId && row.version === version),
      );
      if (taken) {
        throw new RunwrightError(
          'conflict',
          `Cannot add version ${version} of script \`${scriptId}\`: it exists. Read the latest version and add the next one.`,
        );
      }
      rows.push(copyFrozen(revision));
    },
    async get(organizationId, scriptId, version) {
      const versions = alive(organizationId).filter((row) => row.scriptId === scriptId);
      const wanted = versions.filter((row) => version === undefined || row.version === version);
      return wanted.toSorted((a, b) => b.version - a.version)[0] ?? null;
    },
    async list({ organizationId, workflowPermanentId, ...page }) {
      const versions = Map.groupBy(alive(organizationId), (row) => row.scriptId);
      const latest = [...versions.values()].flatMap(
        (group) => group.toSorted((a, b) => b.version - a.version)[0] ?? [],
      );
      const found = latest.filter(
        (row) => workflowPermanentId === undefined || row.workflowPermanentId === workflowPermanentId,
      );
      const order = newestFirst<ScriptRevision>(
        (row) => row.createdAt,
        (row) => row.scriptId,
      );
      return cutPage(
        found.sort(order).map(({ files: _, ...outline }) => outline),
        page,
      );
    },
    async find(organizationId, workflowPermanentId, cacheKey) {
      const found = alive(organizationId).filter(
        (row) => row.workflowPermanentId === workflowPermanentId && row.cacheKey === cacheKey,
      );
      return found.toSorted(newest)[0] ?? null;
    },
  };
}

function newest(a: ScriptRevision, b: ScriptRevision): number {
  const byAge = b.createdAt - a.createdAt || b.version - a.version;
  return byAge || (a.scriptRevisionId < b.scriptRevisionId ? 1 : -1);
}
