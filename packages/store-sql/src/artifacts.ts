import { type ArtifactType, RunwrightError, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { artifactRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { all } from './work.ts';

/** Rows of artifacts; their bytes are elsewhere. */
export function sqlArtifacts(db: Kysely<Tables>, connection: Connection): Store['artifacts'] {
  const ofRun = listQueries(db);

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
      const wanted = [...new Set(types)];
      const named = Object.fromEntries(wanted.map((type, index) => [`type${index}`, type]));
      const values = { organization_id: organizationId, run_id: runId, ...named };
      const rows = await connection.read(() => all(ofRun(wanted.length), values));
      return rows.map(artifactRows.fromRow);
    },
  };
}

/** Returns the queries of a run's artifacts, one for each number of wanted types; 0 for all types. */
function listQueries(db: Kysely<Tables>) {
  const queries = new Map<number, ReturnType<typeof listQuery>>();
  return (types: number) => {
    const query = queries.get(types) ?? listQuery(db, types);
    queries.set(types, query);
    return query;
  };
}

function listQuery(db: Kysely<Tables>, types: number) {
  const query = db
    .selectFrom('artifacts')
    .selectAll()
    .where('organization_id', '=', value<string>('organization_id'))
    .where('run_id', '=', value<string>('run_id'))
    .orderBy('created_at')
    .orderBy('artifact_id');
  const wanted = Array.from({ length: types }, (_, index) => value<ArtifactType>(`type${index}`));
  return prepared(types === 0 ? query : query.where('type', 'in', wanted));
}
