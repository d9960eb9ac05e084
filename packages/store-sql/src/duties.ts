import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Duties of one process for all: taken by a single statement, so that one of two processes succeeds. */
export function sqlDuties(db: Kysely<Tables>): Store['duties'] {
  return {
    async take(duty, { owner, leaseMs, now }) {
      const row = { duty, owner, lease_until: now + leaseMs };
      const taken = await db
        .insertInto('duties')
        .values(row)
        .onConflict((key) =>
          key
            .column('duty')
            .doUpdateSet(row)
            .where((held) =>
              held.or([held('duties.owner', '=', owner), held('duties.lease_until', '<=', now)]),
            ),
        )
        .returning('duty')
        .executeTakeFirst();
      return taken !== undefined;
    },
  };
}
