import type { OutboxEntry, Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { outboxRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { all, run } from './work.ts';

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
    async due({ type, now, limit }) {
      const rows = await connection.read(() => all(dueEntries, { type, now, limit }));
      return rows.map(outboxRows.fromRow);
    },
    async sending({ limit, after: { createdAt, entryId } = beforeAll }) {
      const values = { created_after: createdAt, created_at: createdAt, after_id: entryId, limit };
      const rows = await connection.read(() => all(entriesInSending, values));
      return rows.map(outboxRows.fromRow);
    },
    async settle(entryId, { from, to, dueAt = null }) {
      const values = { entry_id: entryId, from, to, due_at: dueAt };
      const shared = { kind: 'outbox', order: entryId };
      return (await connection.write(() => run(settleEntry, values), { shared })) > 0;
    },
  };
}

const beforeAll: Pick<OutboxEntry, 'createdAt' | 'entryId'> = {
  createdAt: Number.MIN_SAFE_INTEGER,
  entryId: '',
};
