import { type Artifact, RunwrightError, type Store } from '@runwright/contract';
import { byTime } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { owned } from './owned.ts';

/** Rows of artifacts in memory; their bytes are in an artifact store. */
export function memoryArtifactRows(rows: Map<string, Artifact>): Store['artifacts'] {
  return {
    async add(artifact) {
      if (rows.has(artifact.artifactId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot add artifact \`${artifact.artifactId}\`: it exists. Make a new id.`,
        );
      }
      rows.set(artifact.artifactId, copyFrozen(artifact));
    },
    async get(organizationId, artifactId) {
      return owned(rows.get(artifactId), organizationId);
    },
    async list(organizationId, runId, { types } = {}) {
      return [...rows.values()]
        .filter((row) => row.organizationId === organizationId && row.runId === runId)
        .filter((row) => types === undefined || types.includes(row.type))
        .sort(
          byTime(
            (row) => row.createdAt,
            (row) => row.artifactId,
          ),
        );
    },
  };
}
