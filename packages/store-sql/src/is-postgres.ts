import { type Kysely, PostgresAdapter } from 'kysely';

/** Returns whether the database behind `db` is PostgreSQL; else it is SQLite. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
