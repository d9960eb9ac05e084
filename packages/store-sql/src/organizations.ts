import type { Store } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import type { Connection } from './connection.ts';
import { exclusively } from './exclusively.ts';
import { prepared, value } from './prepared.ts';
import { organizationRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { first } from './work.ts';

/** The tenants. */
export function sqlOrganizations(db: Kysely<Tables>, connection: Connection): Store['organizations'] {
  const storedBytes = prepared(
    db
      .selectFrom('organization_storage')
      .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
      .where('organization_id', '=', value<string>('organization_id')),
  );
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
    addFirst: (organization) =>
      exclusively(db, async (transaction) => {
        const oldest = await transaction
          .selectFrom('organizations')
          .selectAll()
          .orderBy('created_at')
          .orderBy('organization_id')
          .limit(1)
          .executeTakeFirst();
        if (oldest) return organizationRows.fromRow(oldest);
        await transaction.insertInto('organizations').values(organizationRows.toRow(organization)).execute();
        return organization;
      }),
    async put(organization) {
      await db
        .insertInto('organizations')
        .values(organizationRows.toRow(organization))
        .onConflict((key) => key.column('organization_id').doUpdateSet(organizationRows.excluded))
        .execute();
    },
    async storedBytes(organizationId) {
      const row = await connection.read(() => first(storedBytes, { organization_id: organizationId }));
      return row?.bytes ?? 0;
    },
  };
}
