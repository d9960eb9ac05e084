import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parentOf, treeSeconds } from './processor-time.ts';

/** What PostgreSQL did since it was started. */
export interface DatabaseCounts {
  readonly commits: number;
  /** Rows that were inserted, updated or deleted. */
  readonly rows: number;
  readonly walBytes: number;
  /** Size of the database. */
  readonly databaseBytes: number;
}

/** A connection that reads the counters of PostgreSQL. */
export interface DatabaseMeter {
  /**
   * Reads the counters when at most `others` connections of others are left, default 0: a process of PostgreSQL writes the last of its own
   * when it ends.
   */
  read(others?: number): Promise<DatabaseCounts>;
  /** Returns the processor time of all processes of PostgreSQL since it was started, in seconds. */
  seconds(): Promise<number>;
  /** Returns the number of connections of all others. */
  connections(): Promise<number>;
  /** Returns the value `n` of the only row of a query in the tables of the engine. */
  value(query: string, values?: readonly unknown[]): Promise<number>;
  /** Returns how long a commit of one row takes by itself, in ms: the median of 200. */
  commitMs(): Promise<number>;
  /** Returns the processor time of PostgreSQL for one read of a run by its id, in seconds: the mean of 4,000. */
  lookSeconds(): Promise<number>;
  close(): Promise<void>;
}

const looks = 4000;
const againMs = 50;
const others = `select count(*) as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
const counters = `select xact_commit as commits, tup_inserted + tup_updated + tup_deleted as rows,
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as "walBytes", pg_database_size(datname) as "databaseBytes"
  from pg_stat_database where datname = current_database()`;

/** Opens a meter for the database at an address on this machine. */
export async function databaseMeter(url: string): Promise<DatabaseMeter> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=runwright' });
  await client.connect();
  const value = async (query: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await client.query(query, [...values])).rows[0].n);
  const postmaster = await parentOf(await value('select pg_backend_pid() as n'));
  const seconds = () => treeSeconds(postmaster);
  return {
    value,
    connections: () => value(others),
    async read(left = 0) {
      while ((await value(others)) > left) await delay(againMs);
      const [row] = (await client.query(counters)).rows;
      return {
        commits: Number(row.commits),
        rows: Number(row.rows),
        walBytes: Number(row.walBytes),
        databaseBytes: Number(row.databaseBytes),
      };
    },
    seconds,
    async commitMs() {
      await client.query('create table if not exists bare_commit (id bigserial primary key, text text)');
      const times: number[] = [];
      for (let n = 0; n < 200; n += 1) {
        const begunAt = performance.now();
        await client.query("insert into bare_commit (text) values ('a row')");
        times.push(performance.now() - begunAt);
      }
      return times.toSorted((one, other) => one - other)[100] ?? Number.NaN;
    },
    async lookSeconds() {
      const [row] = (await client.query('select run_id from runs limit 1')).rows;
      const query = { name: 'look', text: 'select * from runs where run_id = $1', values: [row?.run_id] };
      const before = await seconds();
      for (let n = 0; n < looks; n += 1) await client.query(query);
      return ((await seconds()) - before) / looks;
    },
    close: () => client.end(),
  };
}
