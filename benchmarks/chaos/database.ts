import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { AttemptRow, DeliveryRow, RunRow } from './evidence.ts';

/** Reads the tables of the service, past the proxy; waits while the database is down. */
export interface Database {
  /** Runs that a worker holds, those of processes whose worker id is given. */
  heldBy(workerId: string): Promise<readonly string[]>;
  /** Where these runs are now. */
  owners(runIds: readonly string[]): Promise<readonly OwnerRow[]>;
  /** Numbers of what is still to be done. */
  open(): Promise<{ readonly runs: number; readonly entries: number }>;
  runs(): Promise<readonly RunRow[]>;
  attempts(): Promise<readonly AttemptRow[]>;
  deliveries(): Promise<readonly DeliveryRow[]>;
  close(): Promise<void>;
}

/** The worker of a run. */
export interface OwnerRow {
  readonly runId: string;
  /** Null while it waits for one. */
  readonly owner: string | null;
  readonly isFinal: boolean;
}

const finals = `('completed', 'failed', 'terminated', 'timed_out', 'canceled')`;
const againMs = 50;
const mostMs = 60_000;

export function openDatabase(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=runwright' });
  pool.on('error', () => undefined);

  async function query<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const until = performance.now() + mostMs;
    for (;;) {
      try {
        return (await pool.query(text, [...values])).rows as Row[];
      } catch (error) {
        const isMistake = error instanceof pg.DatabaseError && /^42/.test(error.code ?? '');
        if (isMistake || performance.now() > until) throw error;
        await delay(againMs);
      }
    }
  }

  return {
    async heldBy(workerId) {
      const rows = await query<{ readonly run_id: string }>(
        `select run_id from runs where owner like $1 || '/%' and status not in ${finals}`,
        [workerId],
      );
      return rows.map((row) => row.run_id);
    },
    owners: (runIds) =>
      query(
        `select run_id as "runId", owner, status in ${finals} as "isFinal" from runs where run_id = any($1)`,
        [runIds],
      ),
    async open() {
      const [row] = await query<{ readonly runs: number; readonly entries: number }>(
        `select (select count(*) from runs where status not in ${finals})::int as runs,
           (select count(*) from outbox where status in ('pending', 'sending'))::int as entries`,
      );
      return row ?? { runs: 0, entries: 0 };
    },
    runs: () =>
      query(
        `select run_id as "runId", status, failure_category as "failureCategory", failure_reason as "failureReason" from runs`,
      ),
    attempts: () =>
      query(
        `select run_id as "runId", path, attempt::int, label, status, started_at::float8 as "startedAt",
           finished_at::float8 as "finishedAt" from attempts`,
      ),
    deliveries: () => query('select run_id as "runId", status, error from deliveries'),
    close: () => pool.end(),
  };
}
