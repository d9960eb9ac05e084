import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RunwrightError, type Store } from '@runwright/contract';
import { Kysely } from 'kysely';
import { endBrowserSessionLeases } from './browser-sessions.ts';
import { lockFile } from './file-lock.ts';
import { sqlIdempotency } from './idempotency.ts';
import { migrate } from './migrate.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import type { OpenDatabase } from './open-database.ts';
import { createOwnerOnlyFile, restrictToOwner } from './owner-only.ts';
import { endLeases } from './runs.ts';
import { sqlStore } from './sql-store.ts';
import { openConnection } from './sqlite-connection.ts';
import type { Tables } from './tables.ts';

/** Settings of {@link sqliteStore}: where the database is, as a file or as the folder of `runwright.db`. */
export type SqliteStoreOptions = SqlitePlace & {
  /**
   * `FULL`: an acknowledged write survives a loss of power. `NORMAL`: it survives the end of the process, and a loss
   * of power may take the latest ones. Default `FULL`.
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
};

/** Either a file or a folder; folders are made when they are missing. */
export type SqlitePlace =
  | { readonly file: string; readonly folder?: never }
  | { readonly folder: string; readonly file?: never };

/** Time in ms that a write waits for another process that reads the file, such as a backup. */
const busyTimeoutMs = 5000;

/**
 * Opens the store of one process in an SQLite database, and brings its tables up to date. Only the owner of the process
 * may read the files of the database, also those that were there with wider rights. Throws `conflict` while
 * another process has the same database open, or when a newer version wrote it. As there is never a second process,
 * every lease that is found was left by one that died, and ends at once.
 */
export async function sqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { db, connection, close } = await openSqlite(options);
  try {
    await endLeases(db);
    await endBrowserSessionLeases(db);
    await sqlIdempotency(db, connection).endLeases();
  } catch (error) {
    await close();
    throw error;
  }
  return sqlStore(db, connection, close);
}

/** Opens the database of {@link sqliteStore} and brings its tables up to date, without a store around it. */
export async function openSqlite(options: SqliteStoreOptions): Promise<OpenDatabase> {
  const file = resolve(options.file ?? join(options.folder, 'runwright.db'));
  const { database, release } = openFile(file, options.synchronous ?? 'FULL');
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
  const connection = openConnection(database, db as Kysely<unknown>);
  let closing: Promise<void> | null = null;

  /** Waits for earlier writes and for a transaction of Kysely that is under way. */
  async function close(): Promise<void> {
    await connection.idle();
    await db.connection().execute(async () => {
      database.close();
      release();
    });
  }

  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    connection,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function openFile(file: string, synchronous: 'FULL' | 'NORMAL') {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const release = lockFile(file);
    try {
      // SQLite gives its `-wal` and `-shm` files the rights of the database.
      for (const path of [file, `${file}-wal`, `${file}-shm`]) restrictToOwner(path);
      createOwnerOnlyFile(file);
      const database = new DatabaseSync(file);
      database.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
      database.exec('pragma journal_mode = wal');
      database.exec(`pragma synchronous = ${synchronous}`);
      return { database, release };
    } catch (error) {
      release();
      throw error;
    }
  } catch (cause) {
    if (RunwrightError.is(cause)) throw cause;
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new RunwrightError(
      'internal',
      `Cannot open the database \`${file}\`: \`${found}\`. Check its path, its permissions and that it is a database.`,
      { cause },
    );
  }
}
