import type { Store } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import type { Connection } from './connection.ts';
import { isPostgres } from './is-postgres.ts';
import { maxTurnBytes, takeFitting } from './page.ts';
import { prepared, value } from './prepared.ts';
import type { Tables } from './tables.ts';
import { addMonths, dropMonths } from './timeline-months.ts';
import { all } from './work.ts';

/** Reads the timeline; only commits write it. */
export function sqlTimeline(db: Kysely<Tables>, connection: Connection): Store['timeline'] {
  const sizesAfter = prepared(
    db
      .selectFrom('timeline')
      .select(['sequence', sql<number>`octet_length(event)`.as('bytes')])
      .where('run_id', '=', value<string>('run_id'))
      .where('sequence', '>', value<number>('after'))
      .orderBy('sequence')
      .limit(value<number>('limit')),
  );
  const eventsBetween = prepared(
    db
      .selectFrom('timeline')
      .select(['sequence', 'event'])
      .where('run_id', '=', value<string>('run_id'))
      .where('sequence', '>', value<number>('after'))
      .where('sequence', '<=', value<number>('last'))
      .orderBy('sequence'),
  );
  function* readPage(runId: string, after: number, limit: number) {
    const page = takeFitting(yield* all(sizesAfter, { run_id: runId, after, limit }), maxTurnBytes);
    const last = page.at(-1)?.sequence;
    return last === undefined ? [] : yield* all(eventsBetween, { run_id: runId, after, last });
  }
  return {
    async read(runId, { after = 0, limit }) {
      const rows = await connection.read(() => readPage(runId, after, limit));
      return rows.map(({ event, sequence }) => ({ ...JSON.parse(event), sequence }));
    },
    async maintain({ now }) {
      if (!isPostgres(db)) return;
      await addMonths(db, now);
      await dropMonths(db, now);
    },
  };
}
