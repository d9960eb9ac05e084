import type { Migration } from 'kysely/migration';

/** What the model calls of a run have used. */
export const modelUse: Migration = {
  async up(db) {
    await db.schema.alterTable('runs').addColumn('model_use', 'text').execute();
  },
};
