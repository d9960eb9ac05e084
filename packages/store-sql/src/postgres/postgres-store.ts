import { loadOptionalPackage, type Store } from '@runwright/contract';
import { Kysely } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { assertMigrated, migrate } from '../migrate.ts';
import { sqlStore } from '../sql-store.ts';
import type { Tables } from '../tables.ts';
import { postgresConnection, type RetryOptions } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** Settings of {@link postgresStore}. */
export interface PostgresStoreOptions extends RetryOptions {
  /** Address of the database, such as `postgres://user:password@db.example:5432/runwright?sslmode=verify-full`. */
  readonly url: string;
  /** Connections that this process opens at most. Default 10. */
  readonly maxConnections?: number;
  /** Schema that holds the tables; it is created when it is missing. Default `runwright`. */
  readonly schema?: string;
  /** Whether missing tables and columns are created. `false`: a database that is not up to date is refused. Default true. */
  readonly migrate?: boolean;
}

/** Object id of `int8` (https://www.postgresql.org/docs/current/catalog-pg-type.html). */
const int8 = 20;

/**
 * Opens a store in PostgreSQL 13 or newer, for any number of processes, and brings its tables up to date. It needs the package `pg`.
 * Throws `conflict` when a newer version wrote the tables, and `internal` when the database cannot be used.
 */
export async function postgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { default: pg } = await loadOptionalPackage('pg', 'open a PostgreSQL store', () => import('pg'));
  const { url, maxConnections = 10, schema = 'runwright', migrate: migrates = true, ...retries } = options;
  // Times and counters are below 2^53, so they are numbers here as everywhere else.
  const types: CustomTypesConfig = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === int8 ? Number : pg.types.getTypeParser(id, format as 'text'),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types,
    options: `-c search_path=${pg.escapeIdentifier(schema)}`,
    application_name: 'runwright',
  });
  // A connection that is lost while it is idle is replaced when the next one is needed.
  pool.on('error', () => {});
  const connection = postgresConnection(pool, retries);
  const db = new Kysely<Tables>({ dialect: postgresDialect(connection) });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= pool.end();
    return closing;
  };
  try {
    await (migrates ? migrate : assertMigrated)(db, { schema });
  } catch (error) {
    await close();
    throw error;
  }
  return sqlStore(db, connection, close);
}
