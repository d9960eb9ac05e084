import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { isPostgres } from './is-postgres.ts';
import { prepared, value } from './prepared.ts';
import type { Tables } from './tables.ts';
import { addMonths, dropMonths } from './timeline-months.ts';
import { all } from './work.ts';

/** Reads the timeline; only commits write it. */
export function sqlTimeline(db: Kysely<Tables>, connection: Connection): Store['timeline'] {
  const eventsAfter = prepared(
    db
      .selectFrom('timeline')
      .select(['sequence', 'event'])
      .where('run_id', '=', value<string>('run_id'))
      .where('sequence', '>', value<number>('after'))
      .orderBy('sequence')
      .limit(value<number>('limit')),
  );
  return {
    async read(runId, { after = 0, limit }) {
      const rows = await connection.read(() => all(eventsAfter, { run_id: runId, after, limit }));
      return rows.map(({ event, sequence }) => ({ ...JSON.parse(event), sequence }));
    },
    async maintain({ now }) {
      if (!isPostgres(db)) return;
      await addMonths(db, now);
      await dropMonths(db, now);
    },
  };
}
