import type { Attempt, Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { attemptRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { all, type Work } from './work.ts';

/** Reads the journal; only commits write it. */
export function sqlAttempts(db: Kysely<Tables>, connection: Connection): Store['attempts'] {
  const attemptsOf = attemptReader(db);
  return { read: (runId) => connection.read(() => attemptsOf(runId)) };
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
