import type { Migration } from 'kysely/migration';

/** Due outbox entries are read by type, so that reading one type does not pass many entries of another. */
export const outboxByType: Migration = {
  async up(db) {
    await db.schema.dropIndex('outbox_by_status_created_at').execute();
    await db.schema
      .createIndex('outbox_by_status_type_created_at')
      .on('outbox')
      .columns(['status', 'type', 'created_at', 'entry_id'])
      .execute();
  },
};
