import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
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
    async put(organization) {
      await db
        .insertInto('organizations')
        .values(organizationRows.toRow(organization))
        .onConflict((key) => key.column('organization_id').doUpdateSet(organizationRows.excluded))
        .execute();
    },
  };
}
