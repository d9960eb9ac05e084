import { withoutNul } from '../stored-text.ts';
import type { Piece, Statement, StatementResult, Together } from '../work.ts';
import type { PostgresClient } from './postgres-client.ts';
import { called } from './postgres-errors.ts';

const noResult: StatementResult = { rows: [], changes: 0 };

/**
 * Executes work in one transaction, a statement of each at a time: those of one round are sent without waiting in between
 * (https://node-postgres.com/features/pipelining), and the server executes them in this order. Rejects with the first failure; then
 * the transaction has to be rolled back.
 */
export async function executeTogether<T>(
  client: PostgresClient,
  pieces: readonly Piece<T>[],
): Promise<readonly T[]> {
  const together: Together = new Map();
  const works = pieces.map((piece) => piece(together));
  let steps = works.map((work) => work.next(noResult));
  while (steps.some(({ done }) => !done)) {
    const results = await Promise.all(
      steps.map((step) => (step.done || step.value === null ? noResult : execute(client, step.value))),
    );
    // All of them go on before any of them sends: one that throws leaves nothing on its way.
    steps = steps.map((step, index) => {
      const work = works[index];
      return step.done || !work ? step : work.next(results[index] ?? noResult);
    });
  }
  return steps.map(({ value }) => value as T);
}

async function execute(client: PostgresClient, { query, values }: Statement): Promise<StatementResult> {
  const { name, sql: text } = query;
  const { rows, rowCount } = await called(() =>
    client.query({ name, text, values: query.parameters(values).map(withoutNul) }),
  );
  return { rows, changes: rowCount ?? 0 };
}
