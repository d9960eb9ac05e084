import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Browser sessions that live across runs, browser profiles, and the states that sessions and runs leave. */
export const browserSessions: Migration = {
  async up(db) {
    await db.schema
      .createTable('browser_sessions')
      .addColumn('browser_session_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('runnable_type', 'text')
      .addColumn('runnable_id', 'text')
      .addColumn('timeout_minutes', 'bigint', (column) => column.notNull())
      .addColumn('proxy_location', 'text')
      .addColumn('extensions', 'text')
      .addColumn('browser_type', 'text')
      .addColumn('browser_profile_id', 'text')
      .addColumn('expose_address', 'bigint', (column) => column.notNull())
      .addColumn('browser_address', 'text')
      .addColumn('notices', 'text', (column) => column.notNull())
      .addColumn('failure_reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('completed_at', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .addColumn('owner', 'text')
      .addColumn('lease_until', 'bigint')
      .execute();
    await db.schema
      .createIndex('browser_sessions_by_completed_at')
      .on('browser_sessions')
      .columns(['completed_at', 'organization_id', 'created_at'])
      .execute();
    await db.schema
      .createTable('browser_profiles')
      .addColumn('browser_profile_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('ciphertext', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('browser_profiles_by_organization_id_created_at')
      .on('browser_profiles')
      .columns(['organization_id', 'created_at'])
      .execute();
    await sql`create unique index browser_profiles_by_name on browser_profiles (organization_id, name)
      where deleted_at is null`.execute(db);
    await db.schema
      .createTable('browser_states')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('ciphertext', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('browser_states_key', ['organization_id', 'owner_id'])
      .execute();
  },
};
