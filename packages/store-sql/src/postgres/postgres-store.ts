import { loadOptionalPackage, type Store } from '@runwright/contract';
import { Kysely, sql } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { assertMigrated, migrate } from '../migrate.ts';
import type { OpenDatabase } from '../open-database.ts';
import { prepared } from '../prepared.ts';
import { sqlStore } from '../sql-store.ts';
import type { Tables } from '../tables.ts';
import { first } from '../work.ts';
import { type PostgresConnection, postgresConnection, type RetryOptions } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { type ServerTime, serverTime } from './server-time.ts';

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

/** How long the marks of a client are kept after its last transaction; nobody asks for them later than a reconnection takes. */
const marksKeptMs = 7 * 24 * 3_600_000;

/** Object id of `int8` (https://www.postgresql.org/docs/current/catalog-pg-type.html). */
const int8 = 20;

/**
 * Opens a store in PostgreSQL 13 or newer, for any number of processes, and brings its tables up to date. It needs the package `pg`.
 * Throws `conflict` when a newer version wrote the tables, and `internal` when the database cannot be used.
 */
export async function postgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { db, connection, close } = await openPostgres(options);
  let time: ServerTime;
  try {
    time = await serverTime(timeReader(db, connection));
  } catch (error) {
    await close();
    throw error;
  }
  const store = sqlStore(db, connection, async () => {
    time.stop();
    await close();
  });
  return { ...store, now: time.now, retries: connection.retries };
}

/** Opens the database of {@link postgresStore} and brings its tables up to date, without a store around it. */
export async function openPostgres(options: PostgresStoreOptions): Promise<OpenDatabase<PostgresConnection>> {
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
    pipeline: true,
  });
  // A connection that is lost while it is idle is replaced when the next one is needed.
  pool.on('error', () => {});
  // The table of marks is made by the migrations, which therefore have no marks.
  const unmarked = new Kysely<Tables>({ dialect: postgresDialect(postgresConnection(pool, retries)) });
  const connection = postgresConnection(pool, { ...retries, marksTable: 'commit_marks' });
  const db = new Kysely<Tables>({ dialect: postgresDialect(connection) });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= pool.end();
    return closing;
  };
  try {
    await (migrates ? migrate : assertMigrated)(unmarked, { schema });
    await sql`delete from commit_marks where marked_at < ${Date.now() - marksKeptMs}`.execute(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, connection, close };
}

/** Returns a function that reads the clock of the server; epoch ms. */
function timeReader(db: Kysely<Tables>, connection: PostgresConnection): () => Promise<number> {
  const query = prepared(
    db.selectNoFrom(sql<string>`(extract(epoch from clock_timestamp()) * 1000)::text`.as('now')),
  );
  return async () => Number((await connection.read(() => first(query, {})))?.now);
}
