import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { exclusively } from './exclusively.ts';
import { organizationRows } from './rows.ts';
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
  };
}
