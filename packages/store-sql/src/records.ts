import { type Attempt, type OutboxEntry, RunwrightError, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection, Session } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { artifactRows, attemptRows, deliveryRows, organizationRows, outboxRows } from './rows.ts';
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

/** Reads the journal; only commits write it. */
export function sqlAttempts(db: Kysely<Tables>, connection: Connection): Store['attempts'] {
  const attemptsOf = attemptReader(db);
  return { read: (runId) => connection.read((session) => attemptsOf(session, runId)) };
}

/** Reads the attempts of a run in the order that the store promises. */
export function attemptReader(db: Kysely<Tables>): (session: Session, runId: string) => readonly Attempt[] {
  const statement = prepared(
    db
      .selectFrom('attempts')
      .selectAll()
      .where('run_id', '=', value<string>('run_id'))
      .orderBy('started_at')
      .orderBy('attempt')
      .orderBy('path'),
  );
  return (session, runId) => session.all(statement, { run_id: runId }).map(attemptRows.fromRow);
}

/** Reads the timeline; only commits write it. */
export function sqlTimeline(db: Kysely<Tables>, connection: Connection): Store['timeline'] {
  const eventsAfter = prepared(
    db
      .selectFrom('timeline')
      .select(['sequence', 'event'])
      .where('run_id', '=', value<string>('run_id'))
      .where('sequence', '>', value<number>('after'))
      .orderBy('sequence')
      .limit(value<number>('limit')),
  );
  return {
    read: (runId, { after = 0, limit }) =>
      connection.read((session) =>
        session
          .all(eventsAfter, { run_id: runId, after, limit })
          .map(({ event, sequence }) => ({ ...JSON.parse(event), sequence })),
      ),
  };
}

/** Outbox entries. */
export function sqlOutbox(db: Kysely<Tables>, connection: Connection): Store['outbox'] {
  const oldestFirst = db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('entry_id');
  const dueEntries = prepared(
    oldestFirst
      .where('status', '=', 'pending')
      .where('type', '=', value<OutboxEntry['type']>('type'))
      .where('due_at', '<=', value<number>('now'))
      .limit(value<number>('limit')),
  );
  const entriesInSending = prepared(
    oldestFirst
      .where('status', '=', 'sending')
      .where((entry) =>
        entry.or([
          entry('created_at', '>', value<number>('created_after')),
          entry.and([
            entry('created_at', '=', value<number>('created_at')),
            entry('entry_id', '>', value<string>('after_id')),
          ]),
        ]),
      )
      .limit(value<number>('limit')),
  );
  const settleEntry = prepared(
    db
      .updateTable('outbox')
      .set((row) => ({
        status: value<OutboxEntry['status']>('to'),
        due_at: row.fn.coalesce(value<number | null>('due_at'), 'due_at'),
      }))
      .where('entry_id', '=', value<string>('entry_id'))
      .where('status', '=', value<OutboxEntry['status']>('from')),
  );
  return {
    due: ({ type, now, limit }) =>
      connection.read((session) => session.all(dueEntries, { type, now, limit }).map(outboxRows.fromRow)),
    sending: ({ limit, after = beforeAll }) =>
      connection.read((session) =>
        session
          .all(entriesInSending, {
            created_after: after.createdAt,
            created_at: after.createdAt,
            after_id: after.entryId,
            limit,
          })
          .map(outboxRows.fromRow),
      ),
    settle: (entryId, { from, to, dueAt = null }) =>
      connection.write(
        (session) => session.run(settleEntry, { entry_id: entryId, from, to, due_at: dueAt }) > 0,
      ),
  };
}

const beforeAll: Pick<OutboxEntry, 'createdAt' | 'entryId'> = {
  createdAt: Number.MIN_SAFE_INTEGER,
  entryId: '',
};

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

/** Delivery attempts of webhooks. */
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
