import type { Migration } from 'kysely/migration';

/** Organizations can be deleted; keys have scopes, an expiry and a time of use. Keys from before keep every right. */
export const organizationsAndKeys: Migration = {
  async up(db) {
    await db.schema.alterTable('organizations').addColumn('deleted_at', 'bigint').execute();
    await db.schema
      .alterTable('api_keys')
      .addColumn('scopes', 'text', (column) => column.notNull().defaultTo('["read","run","admin"]'))
      .execute();
    await db.schema.alterTable('api_keys').addColumn('expires_at', 'bigint').execute();
    await db.schema.alterTable('api_keys').addColumn('last_used_at', 'bigint').execute();
  },
};
