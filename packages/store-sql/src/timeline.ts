import type { Store } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import type { Connection } from './connection.ts';
import { isPostgres } from './is-postgres.ts';
import { prepared, value } from './prepared.ts';
import type { Tables } from './tables.ts';
import { addMonths, dropMonths } from './timeline-months.ts';
import { all } from './work.ts';

/** Bytes of events after which a page ends: what a page costs to parse is far below a turn that others would notice. */
const maxPageBytes = 1024 * 1024;

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
    const last = endOfPage(yield* all(sizesAfter, { run_id: runId, after, limit }));
    return last === null ? [] : yield* all(eventsBetween, { run_id: runId, after, last });
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

/** The sequence number of the last event of a page: at least one event, and no more than fit into it. Null without events. */
function endOfPage(sizes: readonly { readonly sequence: number; readonly bytes: number }[]): number | null {
  let last: number | null = null;
  let total = 0;
  for (const { sequence, bytes } of sizes) {
    total += bytes;
    if (last !== null && total > maxPageBytes) break;
    last = sequence;
  }
  return last;
}
