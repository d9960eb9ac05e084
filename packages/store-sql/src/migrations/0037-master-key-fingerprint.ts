import type { Migration } from 'kysely/migration';

/** The fingerprint of the master key, in one row. */
export const masterKeyFingerprint: Migration = {
  async up(db) {
    await db.schema
      .createTable('master_key')
      .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .execute();
  },
};
