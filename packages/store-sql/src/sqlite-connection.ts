import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { toSqlValue, wrapErrors } from './node-sqlite.ts';
import type { Piece, Statement, StatementResult, Work } from './work.ts';

/** Maximum number of callbacks in one transaction, so that it blocks the process for a few milliseconds only. */
const groupSize = 64;
/** Milliseconds after which a transaction takes in no other callback: some write many MiB. */
const groupMs = 20;
/** Bytes of the log of writes (WAL) that are copied into the database, in a turn of their own: that takes as long as to write them. */
const maxLogBytes = 4 * 1024 * 1024;
/** Pages of the log of which SQLite itself copies them with the next commit: for writes of Kysely alone. */
const maxLogPages = 65_536;

const noResult: StatementResult = { rows: [], changes: 0 };

/** A {@link Connection} that says when nothing waits. */
export interface SqliteConnection extends Connection {
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

interface QueuedWork {
  readonly work: Piece<unknown>;
  readonly writes: boolean;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The one connection of an SQLite store, beside Kysely's, over the same database. Work is executed in the order in which it was
 * given, each as a whole, and sees what earlier work has written. Writes that wait at the same time share one transaction, and so one
 * write to the disk; one that throws is rolled back by itself. A transaction of Kysely goes on through several turns, so
 * what is given meanwhile waits for its end.
 */
export function openConnection(database: DatabaseSync, db: Kysely<unknown>): SqliteConnection {
  const execute = executor(database);
  const file = database.location();
  database.exec(`pragma wal_autocheckpoint = ${maxLogPages}`);
  const busyTimeoutMs = Number(database.prepare('pragma busy_timeout').get()?.timeout);
  const begin = lazily(() => database.prepare('begin immediate'));
  const commit = lazily(() => database.prepare('commit'));
  const savepoint = lazily(() => database.prepare('savepoint piece'));
  const release = lazily(() => database.prepare('release piece'));
  const waiting: QueuedWork[] = [];
  let scheduled = false;
  let flushed = Promise.withResolvers<void>();

  return {
    read: (work) => (waiting.length === 0 && !inTransaction() ? answer(work) : enqueue(work, false)),
    write: (work) => enqueue(work, true),
    idle: () => (scheduled ? flushed.promise : Promise.resolve()),
  };

  async function answer<T>(work: () => Work<T>): Promise<T> {
    return finish(work());
  }

  function enqueue<T>(work: Piece<T>, writes: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, writes, resolve, reject });
      schedule();
    });
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    if (inTransaction()) {
      // Kysely gives the connection away when its transaction has ended.
      const flushNow = async () => flushGroup();
      db.connection().execute(flushNow).catch(failAll);
    } else flushGroup();
  }

  function flushGroup(): void {
    scheduled = false;
    const ended = flushed;
    flushed = Promise.withResolvers();
    executeGroup();
    if (waiting.length > 0) {
      schedule();
      flushed.promise.then(ended.resolve);
    } else ended.resolve();
  }

  function failAll(error: unknown): void {
    scheduled = false;
    for (const { reject } of waiting.splice(0)) reject(error);
    flushed.resolve();
    flushed = Promise.withResolvers();
  }

  /** Executes what waits in one transaction. An error of the transaction itself rejects every callback in it. */
  function executeGroup(): void {
    const group: QueuedWork[] = [];
    const answers: (() => void)[] = [];
    const alone = waiting.length === 1;
    const startedAt = performance.now();
    try {
      wrapErrors(() => begin().run());
      while (group.length < groupSize && performance.now() - startedAt < groupMs) {
        const piece = waiting.shift();
        if (!piece) break;
        group.push(piece);
        answers.push(executePiece(piece, alone));
      }
      if (inTransaction()) wrapErrors(() => commit().run());
    } catch (error) {
      if (inTransaction()) database.exec('rollback');
      // A transaction that could not begin has taken in none of what waits.
      for (const { reject } of group.length > 0 ? group : waiting.splice(0, groupSize)) reject(error);
      return;
    }
    const settleAll = () => {
      for (const settle of answers) settle();
    };
    // What follows a transaction that took long has a turn of its own.
    if (performance.now() - startedAt > groupMs) setImmediate(settleAll);
    else settleAll();
    setImmediate(checkpoint);
  }

  /** Copies a large log into the database. */
  function checkpoint(): void {
    if (!database.isOpen || inTransaction()) return;
    if (!isLogLarge()) return;
    try {
      // A process that reads the file, such as a backup, is not waited for: the next checkpoint copies what this one leaves.
      database.exec('pragma busy_timeout = 0');
      // Truncated, so that its size tells how much has been written since.
      database.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // The next one finds the same, and a commit reports it.
    } finally {
      database.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
    }
  }

  function isLogLarge(): boolean {
    const size = file === null ? 0 : statSync(`${file}-wal`, { throwIfNoEntry: false })?.size;
    return (size ?? 0) > maxLogBytes;
  }

  /** Returns the function that settles the callback's promise once the transaction has ended. */
  function executePiece(piece: QueuedWork, alone: boolean): () => void {
    const guarded = piece.writes && !alone;
    if (guarded) wrapErrors(() => savepoint().run());
    try {
      const result = finish(piece.work(new Map())) as never;
      if (guarded) wrapErrors(() => release().run());
      return () => piece.resolve(result);
    } catch (error) {
      // After some errors, such as a full disk, SQLite has rolled the whole transaction back: nobody's work is left.
      if (!inTransaction()) throw error;
      if (guarded) database.exec('rollback to piece; release piece');
      else if (alone) database.exec('rollback');
      return () => piece.reject(error);
    }
  }

  /** Executes work to its end, at once. */
  function finish<T>(work: Work<T>): T {
    let step: IteratorResult<Statement | null, T> = work.next(noResult);
    while (!step.done) step = step.value === null ? work.next(noResult) : resumed(work, step.value);
    return step.value;
  }

  function resumed<T>(work: Work<T>, statement: Statement): IteratorResult<Statement | null, T> {
    let result: StatementResult;
    try {
      result = execute(statement);
    } catch (error) {
      return work.throw(error);
    }
    return work.next(result);
  }

  function inTransaction(): boolean {
    return database.isOpen && database.isTransaction;
  }
}

/** A statement that is prepared when it is first needed: preparing it fails on a database that is closed. */
function lazily<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function executor(database: DatabaseSync): (statement: Statement) => StatementResult {
  const statements = new WeakMap<object, StatementSync>();

  function statementOf(query: Statement['query']): StatementSync {
    const known = statements.get(query);
    if (known) return known;
    const statement = database.prepare(query.sql);
    statements.set(query, statement);
    return statement;
  }

  return ({ query, values, rows }) =>
    wrapErrors(() => {
      const parameters = query.parameters(values).map(toSqlValue);
      const statement = statementOf(query);
      if (rows) return { rows: statement.all(...parameters), changes: 0 };
      return { rows: [], changes: Number(statement.run(...parameters).changes) };
    });
}
