import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parentOf, treeSeconds } from './processor-time.ts';

/** What PostgreSQL did since it was started. */
export interface DatabaseUse {
  readonly commits: number;
  /** Rows that were inserted, updated or deleted. */
  readonly rows: number;
  readonly walBytes: number;
  /** Size of the database. */
  readonly databaseBytes: number;
  /** Processor time of all its processes, in seconds. */
  readonly postgresSeconds: number;
}

/** A connection that reads the counters of PostgreSQL. */
export interface DatabaseMeter {
  /** Reads the counters when everybody else has disconnected: a process of PostgreSQL writes the last of its own when it ends. */
  read(): Promise<DatabaseUse>;
  /** Returns the number of connections of all others. */
  connections(): Promise<number>;
  /** Returns the value `n` of the only row of a query in the tables of the engine. */
  value(query: string, values?: readonly unknown[]): Promise<number>;
  /** Returns how long a commit of one row takes by itself, in ms: the median of 200. */
  commitMs(): Promise<number>;
  close(): Promise<void>;
}

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
  return {
    value,
    connections: () => value(others),
    async read() {
      while ((await value(others)) > 0) await delay(againMs);
      const [row] = (await client.query(counters)).rows;
      return {
        commits: Number(row.commits),
        rows: Number(row.rows),
        walBytes: Number(row.walBytes),
        databaseBytes: Number(row.databaseBytes),
        postgresSeconds: await treeSeconds(postmaster),
      };
    },
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
    close: () => client.end(),
  };
}
