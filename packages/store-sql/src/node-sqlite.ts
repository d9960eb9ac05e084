import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { RunwrightError } from '@runwright/contract';
import { type Dialect, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import { withoutNul } from './stored-text.ts';

/** Statements that stay prepared. The store's own shapes are fewer; the limit is for lists of unusual lengths. */
const maxPreparedStatements = 500;

/** Kysely's SQLite dialect over `node:sqlite`. Its errors are wrapped as `internal`, with the original error as the cause. */
export function nodeSqliteDialect(database: DatabaseSync): Dialect {
  const statements = new Map<string, SqliteStatement>();

  function prepare(sql: string): SqliteStatement {
    const known = statements.get(sql);
    if (known) return known;
    const statement = wrapErrors(() => readableStatement(database, sql));
    if (statements.size >= maxPreparedStatements) statements.clear();
    statements.set(sql, statement);
    return statement;
  }

  const dialect = new SqliteDialect({ database: { prepare, close: () => database.close() } });
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** SQLite takes back schema changes with the rest of a transaction, so a migration that dies leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function readableStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => wrapErrors(() => statement.all(...parameters.map(toSqlValue))),
    run: (parameters) => wrapErrors(() => statement.run(...parameters.map(toSqlValue))),
    iterate: (parameters) => wrapErrors(() => statement.iterate(...parameters.map(toSqlValue))),
  };
}

/** Returns a value as SQLite can store it. */
export function toSqlValue(value: unknown): SQLInputValue {
  if (typeof value === 'string') return withoutNul(value);
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(
    `Cannot store a value of type \`${typeof value}\`. A column takes text, a number, bytes or null.`,
  );
}

/**
 * Runs work on the database and wraps its errors as `internal`, with the original error as the cause; `details` has
 * `store_unavailable: true` when the database cannot be used now.
 */
export function wrapErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new RunwrightError(
      'internal',
      `Cannot query the database: \`${found}\`. Check the disk's space and permissions, and that the store is open.`,
      { cause, ...(isUnavailable(cause) ? { details: { store_unavailable: true } } : {}) },
    );
  }
}

/**
 * Primary result codes (https://sqlite.org/rescode.html) of a database that cannot be used now: busy, locked, read-only,
 * I/O error, corrupt, full, cannot open, no database.
 */
const unavailableCodes: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

function isUnavailable(cause: unknown): boolean {
  const { code, errcode } = cause as { readonly code?: unknown; readonly errcode?: unknown };
  // The database was closed, or its file was.
  if (code === 'ERR_INVALID_STATE') return true;
  return typeof errcode === 'number' && unavailableCodes.has(errcode & 0xff);
}
