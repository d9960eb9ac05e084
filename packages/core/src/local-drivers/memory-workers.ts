import { isFinal, type Run, type RunStatus, type Store, type WorkerRow } from '@runwright/contract';
import type { RunTables } from './commit-batch.ts';
import { copyFrozen } from './copy-frozen.ts';

export function memoryWorkers(tables: Pick<RunTables, 'runs'>): Store['workers'] {
  const rows = new Map<string, WorkerRow>();
  return {
    async report(worker) {
      rows.set(worker.workerId, copyFrozen(worker));
    },
    async get(workerId) {
      return rows.get(workerId) ?? null;
    },
    async list({ seenSince }) {
      const key = ({ name, workerId }: WorkerRow): string => `${name}\n${workerId}`;
      return [...rows.values()]
        .filter((row) => row.seenAt >= seenSince)
        .sort((left, right) => (key(left) < key(right) ? -1 : 1));
    },
    async remove(workerId) {
      rows.delete(workerId);
    },
    async deleteUnseen({ before }) {
      for (const { workerId, seenAt } of [...rows.values()]) if (seenAt < before) rows.delete(workerId);
    },
    async openRuns({ now }) {
      const open = [...tables.runs.values()].filter((row) => !isFinal(row.run.status));
      const byStatus: Partial<Record<RunStatus, number>> = {};
      const leases = new Map<string, number>();
      const waiting: Run[] = [];
      for (const { run, owner, leaseUntil } of open) {
        byStatus[run.status] = (byStatus[run.status] ?? 0) + 1;
        if (owner !== null && leaseUntil !== null && leaseUntil > now)
          leases.set(owner, (leases.get(owner) ?? 0) + 1);
        else if (run.wakeAt === null || run.wakeAt <= now) waiting.push(run);
      }
      const oldest = waiting.sort(byWait)[0];
      return {
        byStatus,
        leases: [...leases].map(([owner, count]) => ({ owner, count })).sort(byOwner),
        waiting: waiting.length,
        oldestWaiting: oldest
          ? { runId: oldest.runId, organizationId: oldest.organizationId, since: waitsSince(oldest) }
          : null,
      };
    },
  };
}

function waitsSince({ startedAt, queuedAt, createdAt, modifiedAt }: Run): number {
  return startedAt === null ? (queuedAt ?? createdAt) : modifiedAt;
}

function byWait(left: Run, right: Run): number {
  return waitsSince(left) - waitsSince(right) || (left.runId < right.runId ? -1 : 1);
}

function byOwner(left: { readonly owner: string }, right: { readonly owner: string }): number {
  return left.owner < right.owner ? -1 : 1;
}
