/**
 * The members of a pool of the package `pg` that the store uses. Declared here, because declaration files that import `pg` would
 * need its types in projects that use SQLite only.
 */
export interface PostgresPool {
  readonly ending: boolean;
  connect(): Promise<PostgresClient>;
}

/** The members of a client of such a pool that the store uses. */
export interface PostgresClient {
  query(query: string | PreparedQuery, values?: unknown[]): Promise<PostgresResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  /** Gives the client back to the pool, which closes it if `destroy`. */
  release(destroy?: boolean): void;
}

/** A statement that a client prepares when it first executes it; with the empty name it is prepared each time. */
export interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Rows of a statement, and how many it read or changed. */
export interface PostgresResult {
  // biome-ignore lint/suspicious/noExplicitAny: the columns depend on the statement
  readonly rows: any[];
  readonly rowCount: number | null;
}
