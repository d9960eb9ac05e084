import type { Attempt, Store } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import type { Connection } from './connection.ts';
import { maxTurnBytes, readInTurns, takeFitting } from './page.ts';
import { prepared, value } from './prepared.ts';
import { attemptRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { all, type Work } from './work.ts';

/** What a row counts besides its output: a query names at most a thousand rows, as databases limit its parameters. */
const rowBytes = 1024;

/** Reads the journal; only commits write it. */
export function sqlAttempts(db: Kysely<Tables>, connection: Connection): Store['attempts'] {
  const attemptsOf = attemptReader(db);
  const sizesOf = prepared(
    db
      .selectFrom('attempts')
      .select([
        'block_run_id',
        sql<number>`coalesce(octet_length(output), 0) + ${sql.lit(rowBytes)}`.as('bytes'),
      ])
      .where('run_id', '=', value<string>('run_id')),
  );
  return {
    async read(runId) {
      const sizes = await connection.read(() => all(sizesOf, { run_id: runId }));
      if (takeFitting(sizes, maxTurnBytes).length === sizes.length)
        return connection.read(() => attemptsOf(runId));
      const attempts = await readInTurns(sizes, async (part) => {
        const ids = part.map((row) => row.block_run_id);
        const query = db.selectFrom('attempts').selectAll().where('run_id', '=', runId);
        return (await query.where('block_run_id', 'in', ids).execute()).map(attemptRows.fromRow);
      });
      return attempts.toSorted(compareAttempts);
    },
  };
}

/** Reads the attempts of a run in the order that the store promises. */
export function attemptReader(db: Kysely<Tables>): (runId: string) => Work<readonly Attempt[]> {
  const statement = prepared(
    db
      .selectFrom('attempts')
      .selectAll()
      .where('run_id', '=', value<string>('run_id'))
      .orderBy('started_at')
      .orderBy('attempt')
      .orderBy('path'),
  );
  return function* (runId) {
    const rows = yield* all(statement, { run_id: runId });
    return rows.map(attemptRows.fromRow);
  };
}

/** The order of {@link attemptReader}. */
function compareAttempts(one: Attempt, other: Attempt): number {
  const order = one.startedAt - other.startedAt || one.attempt - other.attempt;
  if (order !== 0) return order;
  return JSON.stringify(one.path) < JSON.stringify(other.path) ? -1 : 1;
}
