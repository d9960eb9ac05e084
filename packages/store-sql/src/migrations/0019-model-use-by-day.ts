import type { Migration } from 'kysely/migration';

/** What the model calls of an organization use in a day (UTC). */
export const modelUseByDay: Migration = {
  async up(db) {
    await db.schema
      .createTable('model_use_by_day')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('tokens', 'bigint', (column) => column.notNull())
      .addColumn('cost', 'double precision', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_use_by_day_key', ['organization_id', 'day'])
      .execute();
  },
};
