import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** One table without an engine: what a request costs when a row is all that it writes or reads. */
export interface BareTable {
  /** Inserts a row and returns it. */
  insert(workflowId: string, request: string): Promise<unknown>;
  /** Returns the first row. */
  read(): Promise<unknown>;
}

/** Makes the table in SQLite, in the folder, with WAL and synchronous=FULL. */
export async function sqliteTable(folder: string): Promise<BareTable> {
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  database.exec(
    'create table run (id integer primary key, workflow_id text, status text, request text) strict',
  );
  const insert = database.prepare(
    'insert into run (workflow_id, status, request) values (?, ?, ?) returning *',
  );
  const read = database.prepare('select * from run where id = ?');
  return {
    insert: async (workflowId, request) => insert.get(workflowId, 'queued', request),
    read: async () => read.get(1),
  };
}

/** Makes the table in PostgreSQL, with ten connections. */
export async function postgresTable(url: string): Promise<BareTable> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(
    'create table if not exists bare_run (id bigserial primary key, workflow_id text, status text, request text)',
  );
  const text = 'insert into bare_run (workflow_id, status, request) values ($1, $2, $3) returning *';
  return {
    async insert(workflowId, request) {
      const { rows } = await pool.query({
        name: 'start',
        text,
        values: [workflowId, 'queued', request],
      });
      return rows[0];
    },
    async read() {
      const { rows } = await pool.query({ name: 'read', text: 'select * from bare_run where id = 1' });
      return rows[0];
    },
  };
}
