import { RunwrightError, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { artifactRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** Rows of artifacts; their bytes are elsewhere. */
export function sqlArtifacts(db: Kysely<Tables>): Store['artifacts'] {
  return {
    async add(artifact) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('artifacts')
        .values(artifactRows.toRow(artifact))
        .onConflict((key) => key.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) return;
      throw new RunwrightError(
        'conflict',
        `Cannot add artifact \`${artifact.artifactId}\`: it exists. Make a new id.`,
      );
    },
    async get(organizationId, artifactId) {
      const row = await db
        .selectFrom('artifacts')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('artifact_id', '=', artifactId)
        .executeTakeFirst();
      return row ? artifactRows.fromRow(row) : null;
    },
    async list(organizationId, runId, { types } = {}) {
      if (types?.length === 0) return [];
      let query = db
        .selectFrom('artifacts')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('run_id', '=', runId);
      if (types) query = query.where('type', 'in', types);
      const rows = await query.orderBy('created_at').orderBy('artifact_id').execute();
      return rows.map(artifactRows.fromRow);
    },
  };
}
