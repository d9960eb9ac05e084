import type { OutboxEntry, Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { outboxRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** Outbox entries. */
export function sqlOutbox(db: Kysely<Tables>, connection: Connection): Store['outbox'] {
  const oldestFirst = db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('entry_id');
  const dueEntries = prepared(
    oldestFirst
      .where('status', '=', 'pending')
      .where('type', '=', value<OutboxEntry['type']>('type'))
      .where('due_at', '<=', value<number>('now'))
      .limit(value<number>('limit')),
  );
  const entriesInSending = prepared(
    oldestFirst
      .where('status', '=', 'sending')
      .where((entry) =>
        entry.or([
          entry('created_at', '>', value<number>('created_after')),
          entry.and([
            entry('created_at', '=', value<number>('created_at')),
            entry('entry_id', '>', value<string>('after_id')),
          ]),
        ]),
      )
      .limit(value<number>('limit')),
  );
  const settleEntry = prepared(
    db
      .updateTable('outbox')
      .set((row) => ({
        status: value<OutboxEntry['status']>('to'),
        due_at: row.fn.coalesce(value<number | null>('due_at'), 'due_at'),
      }))
      .where('entry_id', '=', value<string>('entry_id'))
      .where('status', '=', value<OutboxEntry['status']>('from')),
  );
  return {
    due: ({ type, now, limit }) =>
      connection.read((session) => session.all(dueEntries, { type, now, limit }).map(outboxRows.fromRow)),
    sending: ({ limit, after = beforeAll }) =>
      connection.read((session) =>
        session
          .all(entriesInSending, {
            created_after: after.createdAt,
            created_at: after.createdAt,
            after_id: after.entryId,
            limit,
          })
          .map(outboxRows.fromRow),
      ),
    settle: (entryId, { from, to, dueAt = null }) =>
      connection.write(
        (session) => session.run(settleEntry, { entry_id: entryId, from, to, due_at: dueAt }) > 0,
      ),
  };
}

const beforeAll: Pick<OutboxEntry, 'createdAt' | 'entryId'> = {
  createdAt: Number.MIN_SAFE_INTEGER,
  entryId: '',
};
