import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { toSqlValue, wrapErrors } from './node-sqlite.ts';
import type { Prepared } from './prepared.ts';

/** Maximum number of callbacks in one transaction, so that it blocks the process for a few milliseconds only. */
const groupSize = 64;

/** Values of a query by the names that its placeholders have. */
export type Values = Readonly<Record<string, unknown>>;

/** Runs compiled queries at once. Only for the work that is given to a {@link Connection}. */
export interface Session {
  all<Row>(query: Prepared<Row>, values: Values): readonly Row[];
  /** Returns the number of changed rows. */
  run(query: Prepared<unknown>, values: Values): number;
}

/**
 * The one connection of an SQLite store. Callbacks run in the order in which they were given, each as a whole, and see what earlier ones
 * have written.
 */
export interface Connection {
  read<T>(work: (session: Session) => T): Promise<T>;
  /**
   * Runs a callback that writes. Those that wait at the same time share one transaction, and so one write to the disk; one
   * that throws is rolled back by itself. Resolves when the transaction is on the disk, and rejects when it could not be.
   */
  write<T>(work: (session: Session) => T): Promise<T>;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

interface QueuedWork {
  readonly work: (session: Session) => unknown;
  readonly writes: boolean;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens a connection beside Kysely's, over the same database. A transaction of Kysely goes on through several turns, so
 * what is given meanwhile waits for its end.
 */
export function openConnection(database: DatabaseSync, db: Kysely<unknown>): Connection {
  const session = openSession(database);
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

  async function answer<T>(work: (session: Session) => T): Promise<T> {
    return work(session);
  }

  function enqueue<T>(work: (session: Session) => T, writes: boolean): Promise<T> {
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
    const group = waiting.splice(0, groupSize);
    execute(group);
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

  /** Executes a group in one transaction. An error of the transaction itself rejects every callback of the group. */
  function execute(group: readonly QueuedWork[]): void {
    let answers: readonly (() => void)[];
    try {
      wrapErrors(() => begin().run());
      answers = group.map((piece) => executePiece(piece, group.length === 1));
      if (inTransaction()) wrapErrors(() => commit().run());
    } catch (error) {
      if (inTransaction()) database.exec('rollback');
      for (const { reject } of group) reject(error);
      return;
    }
    for (const tell of answers) tell();
  }

  /** Returns the function that settles the callback's promise once the transaction has ended. */
  function executePiece(piece: QueuedWork, alone: boolean): () => void {
    const guarded = piece.writes && !alone;
    if (guarded) wrapErrors(() => savepoint().run());
    try {
      const result = piece.work(session) as never;
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

function openSession(database: DatabaseSync): Session {
  const statements = new WeakMap<object, StatementSync>();

  function statementOf(query: Prepared<unknown>): StatementSync {
    const known = statements.get(query);
    if (known) return known;
    const statement = database.prepare(query.sql);
    statements.set(query, statement);
    return statement;
  }

  return {
    all: <Row>(query: Prepared<Row>, values: Values) =>
      wrapErrors(
        () =>
          statementOf(query).all(...query.parameters(values).map(toSqlValue)) as unknown as readonly Row[],
      ),
    run: (query, values) =>
      wrapErrors(() => Number(statementOf(query).run(...query.parameters(values).map(toSqlValue)).changes)),
  };
}
