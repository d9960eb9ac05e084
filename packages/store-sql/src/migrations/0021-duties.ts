import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Duties of one process for all, and an index by which leases that are over are found. */
export const duties: Migration = {
  async up(db) {
    await db.schema
      .createTable('duties')
      .addColumn('duty', 'text', (column) => column.primaryKey().notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('runs_by_lease_until')
      .on('runs')
      .column('lease_until')
      .where(sql.ref('lease_until'), 'is not', null)
      .execute();
  },
};
