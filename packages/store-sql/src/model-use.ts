import { addedDayUse, type DayUse, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection, Session } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { dayUseRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** Use of model calls by day. Reading and writing a day is one transaction, so calls at the same time cannot pass a cap together. */
export function sqlModelUse(db: Kysely<Tables>, connection: Connection): Store['modelUse'] {
  const select = prepared(
    db
      .selectFrom('model_use_by_day')
      .selectAll()
      .where('organization_id', '=', value<string>('organization_id'))
      .where('day', '=', value<string>('day')),
  );
  const put = prepared(
    db
      .insertInto('model_use_by_day')
      .values(dayUseRows.values)
      .onConflict((key) =>
        key
          .columns(['organization_id', 'day'])
          .doUpdateSet({ tokens: dayUseRows.excluded.tokens, cost: dayUseRows.excluded.cost }),
      ),
  );
  const read = (session: Session, organizationId: string, day: string): DayUse => {
    const [row] = session.all(select, { organization_id: organizationId, day });
    return row ? dayUseRows.fromRow(row) : { organizationId, day, tokens: 0, cost: 0 };
  };
  return {
    get: (organizationId, day) => connection.read((session) => read(session, organizationId, day)),
    add: (use, caps) =>
      connection.write((session) => {
        const sum = addedDayUse(read(session, use.organizationId, use.day), use, caps);
        if (sum === null) return false;
        session.run(put, { ...dayUseRows.toRow(sum) });
        return true;
      }),
  };
}
