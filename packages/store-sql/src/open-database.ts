import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import type { Tables } from './tables.ts';

/** A database whose tables are up to date. */
export interface OpenDatabase<C extends Connection = Connection> {
  readonly db: Kysely<Tables>;
  readonly connection: C;
  close(): Promise<void>;
}
