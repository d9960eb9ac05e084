import type { Migration } from 'kysely/migration';

/** One-time codes that were pushed to the service. */
export const pushedCodes: Migration = {
  async up(db) {
    await db.schema
      .createTable('pushed_codes')
      .addColumn('totp_code_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('totp_identifier', 'text', (column) => column.notNull())
      .addColumn('identifier_key', 'text', (column) => column.notNull())
      .addColumn('task_id', 'text')
      .addColumn('workflow_id', 'text')
      .addColumn('workflow_run_id', 'text')
      .addColumn('source', 'text')
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('ciphertext', 'text', (column) => column.notNull())
      .addColumn('expired_at', 'bigint')
      .addColumn('delete_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('pushed_codes_by_organization_id_created_at')
      .on('pushed_codes')
      .columns(['organization_id', 'created_at', 'totp_code_id'])
      .execute();
    await db.schema
      .createIndex('pushed_codes_by_organization_id_identifier_key')
      .on('pushed_codes')
      .columns(['organization_id', 'identifier_key', 'created_at', 'totp_code_id'])
      .execute();
    await db.schema
      .createIndex('pushed_codes_by_delete_at')
      .on('pushed_codes')
      .columns(['delete_at'])
      .execute();
  },
};
