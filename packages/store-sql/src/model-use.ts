import { addedDayUse, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { forUpdate } from './row-locks.ts';
import { dayUseRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { first, run } from './work.ts';

/** Use of model calls by day. Reading and writing a day is one transaction, so calls at the same time cannot pass a cap together. */
export function sqlModelUse(db: Kysely<Tables>, connection: Connection): Store['modelUse'] {
  const ofDay = db
    .selectFrom('model_use_by_day')
    .selectAll()
    .where('organization_id', '=', value<string>('organization_id'))
    .where('day', '=', value<string>('day'));
  const look = prepared(ofDay);
  const lock = prepared(ofDay.$call(forUpdate(db)));
  const begin = prepared(
    db
      .insertInto('model_use_by_day')
      .values(dayUseRows.values)
      .onConflict((key) => key.doNothing()),
  );
  const put = prepared(
    db
      .updateTable('model_use_by_day')
      .set({ tokens: dayUseRows.values.tokens, cost: dayUseRows.values.cost })
      .where('organization_id', '=', value<string>('organization_id'))
      .where('day', '=', value<string>('day')),
  );
  return {
    get: (organizationId, day) =>
      connection.read(function* () {
        const row = yield* first(look, { organization_id: organizationId, day });
        return row ? dayUseRows.fromRow(row) : { organizationId, day, tokens: 0, cost: 0 };
      }),
    add: (use, caps) =>
      connection.write(function* () {
        const none = { ...use, tokens: 0, cost: 0 };
        const key = { organization_id: use.organizationId, day: use.day };
        // A row that is not there cannot be locked.
        yield* run(begin, { ...dayUseRows.toRow(none) });
        const row = yield* first(lock, key);
        const sum = addedDayUse(row ? dayUseRows.fromRow(row) : none, use, caps);
        if (sum === null) return false;
        yield* run(put, { ...dayUseRows.toRow(sum) });
        return true;
      }),
  };
}
