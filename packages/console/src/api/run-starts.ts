import type { RunRecord, TimelineItem, WorkflowRunRequest } from '@runwright/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PageError, pageErrorsOf } from '../lib/page-errors.ts';
import { queryKeys } from './query-keys.ts';
import { finalStatuses } from './runs.ts';
import { useClient } from './session.ts';

/** Time in ms between reads of a run that goes on. */
const refreshMs = 1000;

/** Starts runs of workflows. */
export function useStartRun() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (request: WorkflowRunRequest) => (await client.runs.start(request)).runId,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.allRuns }),
  });
}

/** Reads a run until it has ended. */
export function useRunUntilEnd(runId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.runPart(runId ?? '', 'until its end'),
    queryFn: ({ signal }): Promise<RunRecord> => client.runs.get(runId ?? '', { signal }),
    enabled: runId !== null,
    refetchInterval: ({ state }) => (state.data && finalStatuses.has(state.data.status) ? false : refreshMs),
  });
}

/** Reads which pages of a run that is over came with an error; nothing for null. */
export function usePageErrors(runId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.runPart(runId ?? '', 'pages with errors'),
    queryFn: async ({ signal }): Promise<readonly PageError[]> =>
      pageErrorsOf(actionsOf(await client.runs.timeline(runId ?? '', { signal }))),
    enabled: runId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function actionsOf(items: readonly TimelineItem[]): NonNullable<TimelineItem['block']>['actions'] {
  return items.flatMap(({ block, children }) => [...(block?.actions ?? []), ...actionsOf(children)]);
}
