import { RunwrightError, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { apiKeyRows, artifactRows, attemptRows, deliveryRows, organizationRows, outboxRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** The tenants. */
export function sqlOrganizations(db: Kysely<Tables>): Store['organizations'] {
  return {
    async get(organizationId) {
      const row = await db
        .selectFrom('organizations')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .executeTakeFirst();
      return row ? organizationRows.fromRow(row) : null;
    },
    async list() {
      const rows = await db
        .selectFrom('organizations')
        .selectAll()
        .orderBy('created_at')
        .orderBy('organization_id')
        .execute();
      return rows.map(organizationRows.fromRow);
    },
    async put(organization) {
      await db
        .insertInto('organizations')
        .values(organizationRows.toRow(organization))
        .onConflict((key) => key.column('organization_id').doUpdateSet(organizationRows.excluded))
        .execute();
    },
  };
}

/** API keys; two of them never have one hash. */
export function sqlApiKeys(db: Kysely<Tables>): Store['apiKeys'] {
  return {
    async find(hash) {
      const row = await db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row ? apiKeyRows.fromRow(row) : null;
    },
    async get(organizationId, apiKeyId) {
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('api_key_id', '=', apiKeyId)
        .executeTakeFirst();
      return row ? apiKeyRows.fromRow(row) : null;
    },
    async list(organizationId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('created_at')
        .orderBy('api_key_id')
        .execute();
      return rows.map(apiKeyRows.fromRow);
    },
    put: (key) =>
      db.transaction().execute(async (transaction) => {
        const other = await transaction
          .selectFrom('api_keys')
          .select('api_key_id')
          .where('hash', '=', key.hash)
          .where('api_key_id', '!=', key.apiKeyId)
          .executeTakeFirst();
        if (other) {
          throw new RunwrightError(
            'conflict',
            `API key \`${key.apiKeyId}\` was to be stored, but \`${other.api_key_id}\` has the same hash; make a new key.`,
          );
        }
        await transaction
          .insertInto('api_keys')
          .values(apiKeyRows.toRow(key))
          .onConflict((found) => found.column('api_key_id').doUpdateSet(apiKeyRows.excluded))
          .execute();
      }),
  };
}

/** The journal, as it is read; it is written by commits alone. */
export function sqlAttempts(db: Kysely<Tables>): Store['attempts'] {
  return {
    async read(runId) {
      const rows = await db
        .selectFrom('attempts')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('started_at')
        .orderBy('attempt')
        .orderBy('path')
        .execute();
      return rows.map(attemptRows.fromRow);
    },
  };
}

/** The timeline, as it is read; it is written by commits alone. */
export function sqlTimeline(db: Kysely<Tables>): Store['timeline'] {
  return {
    async read(runId, { after = 0, limit }) {
      const rows = await db
        .selectFrom('timeline')
        .select(['sequence', 'event'])
        .where('run_id', '=', runId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(({ event, sequence }) => ({ ...JSON.parse(event), sequence }));
    },
  };
}

/** Committed intentions, as they are carried out. */
export function sqlOutbox(db: Kysely<Tables>): Store['outbox'] {
  return {
    async due({ now, limit }) {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('status', 'in', ['pending', 'sending'])
        .where((entry) => entry.or([entry('status', '=', 'sending'), entry('due_at', '<=', now)]))
        .orderBy('created_at')
        .orderBy('entry_id')
        .limit(limit)
        .execute();
      return rows.map(outboxRows.fromRow);
    },
    async settle(entryId, { from, to }) {
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set({ status: to })
        .where('entry_id', '=', entryId)
        .where('status', '=', from)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

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
        `Artifact \`${artifact.artifactId}\` was to be added, but it exists; make a new id.`,
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

/** Tries to deliver webhooks. */
export function sqlDeliveries(db: Kysely<Tables>): Store['deliveries'] {
  return {
    async put(delivery) {
      await db
        .insertInto('deliveries')
        .values(deliveryRows.toRow(delivery))
        .onConflict((key) => key.column('delivery_id').doUpdateSet(deliveryRows.excluded))
        .execute();
    },
    async list(organizationId, runId) {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('run_id', '=', runId)
        .orderBy('created_at', 'desc')
        .orderBy('delivery_id', 'desc')
        .execute();
      return rows.map(deliveryRows.fromRow);
    },
  };
}
