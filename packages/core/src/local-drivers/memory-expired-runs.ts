import { isFinal, type Run, type Store } from '@runwright/contract';
import type { RunTables } from './commit-batch.ts';
import { byTime } from './compare-rows.ts';
import type { BrowserStateRow } from './memory-browser-states.ts';
import type { WorkflowRows } from './memory-workflows.ts';

interface OtherTables {
  readonly workflows: WorkflowRows;
  readonly states: Map<string, BrowserStateRow>;
  /** Tables whose rows belong to runs. */
  readonly ofRuns: readonly Map<string, { readonly runId: string | null }>[];
}

/** The calls of the memory store that find and delete runs whose time is over. */
export function memoryExpiredRuns(
  tables: RunTables,
  { workflows, states, ofRuns }: OtherTables,
): Pick<Store['runs'], 'expired' | 'delete'> {
  const allRuns = (): Run[] => [...tables.runs.values()].map((row) => row.run);

  return {
    async expired({ organizationId, finishedBefore, limit, after }) {
      const found = allRuns()
        .filter((run) => run.organizationId === organizationId && isFinal(run.status))
        .filter((run) => run.finishedAt !== null && run.finishedAt < finishedBefore && !isAwaited(run))
        .sort(
          byTime(
            (run) => run.finishedAt ?? 0,
            (run) => run.runId,
          ),
        );
      return found.filter((run) => after === undefined || comesAfter(run, after)).slice(0, limit);
    },
    async delete(organizationId, runIds) {
      const found = runIds.flatMap((id) => tables.runs.get(id)?.run ?? []);
      const deleted = found.filter((run) => run.organizationId === organizationId && isFinal(run.status));
      for (const { runId } of deleted) remove(runId);
      for (const { workflowPermanentId: id } of deleted) {
        if (allRuns().some((run) => run.workflowPermanentId === id)) continue;
        for (const [key, row] of workflows)
          if (row.workflowPermanentId === id && row.status === 'auto_generated') workflows.delete(key);
      }
      return deleted.length;
    },
  };

  function isAwaited({ parent }: Run): boolean {
    if (!parent?.waits) return false;
    const status = tables.runs.get(parent.runId)?.run.status;
    return status !== undefined && !isFinal(status);
  }

  function remove(runId: string): void {
    tables.runs.delete(runId);
    tables.attempts.delete(runId);
    tables.timeline.delete(runId);
    states.delete(runId);
    for (const rows of [tables.outbox, tables.openEntries, ...ofRuns])
      for (const [key, row] of rows) if ('runId' in row && row.runId === runId) rows.delete(key);
  }
}

function comesAfter(run: Run, after: { readonly finishedAt: number; readonly runId: string }): boolean {
  const finishedAt = run.finishedAt ?? 0;
  return finishedAt > after.finishedAt || (finishedAt === after.finishedAt && run.runId > after.runId);
}
