import { RunwrightError } from '@runwright/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isPostgres } from '../is-postgres.ts';
import type { OpenDatabase } from '../open-database.ts';
import { openPostgres, type PostgresStoreOptions } from '../postgres/postgres-store.ts';
import { openSqlite, type SqlitePlace } from '../sqlite-store.ts';
import type { Tables } from '../tables.ts';
import { type Row, readTable } from './read-table.ts';

/** A database of a store: that of `sqliteStore` or of `postgresStore`. */
export type DatabasePlace = SqlitePlace | Pick<PostgresStoreOptions, 'url' | 'schema'>;

/** A table that was copied, and its rows, which are as many in both databases. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

/** Rows of the processes that are alive, which mean nothing in another database. */
const ofProcesses: readonly string[] = ['commit_marks', 'duties', 'workers'];
/** What triggers write when the rows of other tables arrive. */
const derived = /^(?:run_(?:search|trigrams|metadata)|organization_storage)/;
/** Values that one statement may have: SQLite takes 32,766, PostgreSQL 65,535. */
const maxValues = 30_000;
const maxBatchRows = 1000;

/**
 * Copies all rows of one database into another one that is empty, and counts them in both: all or nothing. Both are brought up to
 * date first. Leases are copied as they are, so that their runs go on when these are over. No process may use the source meanwhile.
 *
 * @param onTable is called after each table
 * @throws RunwrightError `conflict` when the target has rows, the source is in use, or the counts differ
 */
export async function copyDatabase(
  { from, to }: { readonly from: DatabasePlace; readonly to: DatabasePlace },
  onTable: (table: CopiedTable) => void = () => {},
): Promise<readonly CopiedTable[]> {
  const source = await openDatabase(from);
  try {
    const target = await openDatabase(to);
    try {
      return await copyAll(source.db, target.db, onTable);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  return 'url' in place ? await openPostgres({ ...place, maxConnections: 2 }) : await openSqlite(place);
}

async function copyAll(
  source: Kysely<Tables>,
  target: Kysely<Tables>,
  onTable: (table: CopiedTable) => void,
): Promise<readonly CopiedTable[]> {
  return await inSnapshot(source, async (reading) => {
    await assertIdle(reading);
    // What one database has for itself, such as the tables of a text index, is made anew in the other.
    const [own, others] = [await tablesOf(reading), await tablesOf(target)];
    const tables = own.filter((name) => others.includes(name));
    return await target.transaction().execute(async (writing) => {
      const copied: CopiedTable[] = [];
      for (const table of tables) await assertEmpty(writing, table);
      for (const table of tables) {
        const rows = await copyTable(reading, writing, table);
        copied.push({ table, rows });
        onTable({ table, rows });
      }
      return copied;
    });
  });
}

/** What is read in it is of one moment. */
async function inSnapshot<T>(
  db: Kysely<Tables>,
  work: (reading: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction();
  return await (isPostgres(db) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
    work,
  );
}

async function tablesOf(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition`.execute(db)
    : await sql<{ name: string }>`
        select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'`.execute(db);
  const own = rows
    .map(({ name }) => name)
    .filter((name) => !/^(?:kysely_|sqlite_)/.test(name) && !derived.test(name));
  return own.filter((name) => !ofProcesses.includes(name)).sort();
}

async function assertIdle(db: Kysely<Tables>): Promise<void> {
  const leased = await db
    .selectFrom('runs')
    .select('run_id')
    .where('lease_until', '>', Date.now())
    .where('status', 'in', ['running', 'finalizing'])
    .limit(1)
    .executeTakeFirst();
  if (leased === undefined) return;
  throw new RunwrightError(
    'conflict',
    `Cannot copy the database: a worker executes run \`${leased.run_id}\`, or did a moment ago. Stop all processes that use it, wait 30 s, and copy again.`,
  );
}

async function assertEmpty(db: Kysely<Tables>, table: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  if (rows.length === 0) return;
  throw new RunwrightError(
    'conflict',
    `Cannot copy into the database: its table \`${table}\` has rows. Nothing was changed. Name a database that is empty.`,
  );
}

async function copyTable(
  reading: Transaction<Tables>,
  writing: Transaction<Tables>,
  table: string,
): Promise<number> {
  let rows = 0;
  for await (const batch of readTable(reading, table, maxBatchRows)) {
    for (const part of partsOf(batch)) await insert(writing, table, part);
    rows += batch.length;
  }
  const counts = await Promise.all([count(reading, table), count(writing, table)]);
  if (counts.every((counted) => counted === rows)) return rows;
  throw new RunwrightError(
    'conflict',
    `Cannot copy table \`${table}\`: ${rows} rows were read, the source has ${counts[0]} and the target ${counts[1]}. Nothing was changed. Stop all processes that use the source and copy again.`,
  );
}

function* partsOf(batch: readonly Row[]): Generator<readonly Row[]> {
  const size = Math.max(1, Math.floor(maxValues / Object.keys(batch[0] ?? {}).length));
  for (let at = 0; at < batch.length; at += size) yield batch.slice(at, at + size);
}

async function insert(db: Transaction<Tables>, table: string, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).filter(
    (name) => isPostgres<Tables>(db) || !isOnPostgresOnly(table, name),
  );
  const lines = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(lines)}`.execute(db);
}

/** SQLite does not divide the timeline by this time. */
function isOnPostgresOnly(table: string, column: string): boolean {
  return table === 'timeline' && column === 'at';
}

async function count(db: Kysely<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
