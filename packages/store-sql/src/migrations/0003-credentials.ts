import type { Migration } from 'kysely/migration';

/** Credentials, encrypted as a whole, and the turns that runs take among several of them. */
export const credentials: Migration = {
  async up(db) {
    await db.schema
      .createTable('credentials')
      .addColumn('credential_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_text', 'text', (column) => column.notNull())
      .addColumn('ciphertext', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('credentials_by_organization_id_created_at')
      .on('credentials')
      .columns(['organization_id', 'created_at'])
      .execute();
    await db.schema
      .createTable('credential_turns')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('turn', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('credential_turns_key', ['organization_id', 'name'])
      .execute();
  },
};
