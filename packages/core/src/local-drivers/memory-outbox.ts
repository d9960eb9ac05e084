import type { OutboxEntry, Store } from '@runwright/contract';
import { putEntry, type RunTables } from './commit-batch.ts';
import { byTime } from './compare-rows.ts';

/** Entries of the outbox in memory; commits write them too. */
export function memoryOutbox(tables: RunTables): Store['outbox'] {
  const openEntries = (status: OutboxEntry['status']) =>
    [...tables.openEntries.values()].filter((row) => row.status === status);
  return {
    async due({ type, now, limit }) {
      const pending = openEntries('pending').filter((row) => row.type === type && row.dueAt <= now);
      return pending.sort(byAge).slice(0, limit);
    },
    async sending({ limit, after }) {
      const rows = openEntries('sending').filter((row) => after === undefined || byAge(row, after) > 0);
      return rows.sort(byAge).slice(0, limit);
    },
    async settle(entryId, { from, to, dueAt }) {
      const row = tables.outbox.get(entryId);
      if (row?.status !== from) return false;
      putEntry(tables, Object.freeze({ ...row, status: to, dueAt: dueAt ?? row.dueAt }));
      return true;
    },
  };
}

const byAge = byTime<Pick<OutboxEntry, 'createdAt' | 'entryId'>>(
  (row) => row.createdAt,
  (row) => row.entryId,
);
