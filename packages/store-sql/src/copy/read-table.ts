import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../is-postgres.ts';
import type { Tables } from '../tables.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Reads a table in batches, in any order. On PostgreSQL it needs a transaction, and one table is read at a time. */
export function readTable(
  db: Kysely<Tables>,
  table: string,
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  return isPostgres(db) ? readByCursor(db, table, batchSize) : readByRowId(db, table, batchSize);
}

async function* readByCursor(
  db: Kysely<Tables>,
  table: string,
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  await sql`declare rows no scroll cursor for select * from ${sql.table(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from rows`.execute(db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close rows`.execute(db);
}

async function* readByRowId(
  db: Kysely<Tables>,
  table: string,
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  for (let after: unknown = 0; ; ) {
    const { rows } = await sql<Row & { readonly row_number_in_file: unknown }>`
      select rowid as row_number_in_file, * from ${sql.table(table)}
      where rowid > ${after} order by rowid limit ${sql.lit(batchSize)}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.row_number_in_file;
    yield rows.map(({ row_number_in_file: _, ...row }) => row);
  }
}
