import type { Migration } from 'kysely/migration';

/** Idempotency keys, and the answers to their requests. */
export const idempotency: Migration = {
  async up(db) {
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('route', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('request_hash', 'text')
      .addColumn('answer', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_place', ['organization_id', 'method', 'route', 'key'])
      .execute();
    await db.schema
      .createIndex('idempotency_keys_by_expires_at')
      .on('idempotency_keys')
      .column('expires_at')
      .execute();
    await db.schema
      .createIndex('idempotency_keys_by_lease_until')
      .on('idempotency_keys')
      .column('lease_until')
      .execute();
  },
};
