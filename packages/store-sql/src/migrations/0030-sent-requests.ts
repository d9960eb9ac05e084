import type { Migration } from 'kysely/migration';

/**
 * Deliveries of webhooks keep the request that was sent. Columns of the same table, so that a version without them deletes it
 * with the run, too.
 */
export const sentRequests: Migration = {
  async up(db) {
    const addColumn = (name: string, type: 'text' | 'bigint') =>
      db.schema.alterTable('deliveries').addColumn(name, type).execute();
    await addColumn('request_headers', 'text');
    await addColumn('request_body_bytes', 'bigint');
    await addColumn('request_body_bytes_cut', 'bigint');
    // Last, so that SQLite reads the others without it.
    await addColumn('request_body', 'text');
  },
};
