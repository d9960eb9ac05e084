import type { ListedRun } from '@runwright/client';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { finalStatuses } from './runs.ts';
import { useClient } from './session.ts';

const refreshMs = 15_000;

/** The latest runs of workflows, by id. */
export type LatestRuns = ReadonlyMap<string, ListedRun>;

/** Reads the latest runs of workflows, of one or of all, again and again while the page is visible. */
export function useLatestRuns(workflow: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.runs({ latest: workflow ?? 'all' }),
    queryFn: ({ signal }) =>
      client.runs.list(
        {
          ...{ run_type: ['workflow_run'], page_size: 200 },
          ...(workflow === undefined ? {} : { workflow_permanent_id: workflow }),
        },
        { signal },
      ),
    select: byId,
    refetchInterval: refreshMs,
  });
}

/** Returns the status of a run: from the latest runs, or read alone when it is none of them; undefined while it is not known. */
export function useRunStatus(runId: string | null, latest: LatestRuns | undefined): string | undefined {
  const client = useClient();
  const listed = latest?.get(runId ?? '')?.status;
  const { data } = useQuery({
    queryKey: queryKeys.runPart(runId ?? '', 'status'),
    queryFn: async ({ signal }) => (await client.runs.get(runId ?? '', { signal })).status,
    enabled: runId !== null && latest !== undefined && listed === undefined,
    // A run that is over stays as it is.
    staleTime: ({ state }) => (finalStatuses.has(state.data ?? '') ? Number.POSITIVE_INFINITY : refreshMs),
    refetchInterval: ({ state }) =>
      state.data === undefined || finalStatuses.has(state.data) ? false : refreshMs,
  });
  return listed ?? data;
}

function byId(runs: readonly ListedRun[]): LatestRuns {
  return new Map(runs.map((run) => [run.run_id, run]));
}
