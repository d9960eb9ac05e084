import type { Prepared } from './prepared.ts';

/** Values of a query by the names that its placeholders have. */
export type Values = Readonly<Record<string, unknown>>;

/** A compiled query that a {@link Work} waits for; `rows` when it returns rows. */
export interface Statement {
  readonly query: Prepared<unknown>;
  readonly values: Values;
  readonly rows: boolean;
}

/** Result of a {@link Statement}: its rows, or the number of rows that it changed. */
export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly changes: number;
}

/** What the pieces of work that share a transaction leave for each other, by names of their own. */
export type Together = Map<string, unknown>;

/**
 * Statements that belong together, as a generator: it yields each and is resumed with its result, or null, to let other work that
 * shares its transaction go on first. So the same code runs at once on
 * SQLite, whose calls are synchronous, and waits on a database behind a network. It may be executed again from its beginning, so
 * it has no effect but its statements.
 */
export type Work<T> = Generator<Statement | null, T, StatementResult>;

/** Work that may share a transaction, before it begins. */
export type Piece<T> = (together: Together) => Work<T>;

/** Executes a query and returns its rows; only within a {@link Work}. */
export function* all<Row>(query: Prepared<Row>, values: Values): Work<readonly Row[]> {
  const { rows } = yield { query, values, rows: true };
  return rows as readonly Row[];
}

/** Executes a query and returns its first row; only within a {@link Work}. */
export function* first<Row>(query: Prepared<Row>, values: Values): Work<Row | undefined> {
  const [row] = yield* all(query, values);
  return row;
}

/** Executes a query and returns the number of rows that it changed; only within a {@link Work}. */
export function* run(query: Prepared<unknown>, values: Values): Work<number> {
  const { changes } = yield { query, values, rows: false };
  return changes;
}
