import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { finalStatuses } from './runs.ts';
import { useClient } from './session.ts';

/** Reads the latest runs of workflows that have ended, to choose from. */
export function useEndedWorkflowRuns() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.runs({ choice: 'ended workflow runs' }),
    queryFn: ({ signal }) => client.runs.list({ run_type: ['workflow_run'], page_size: 50 }, { signal }),
    select: (runs) => runs.filter(({ status }) => finalStatuses.has(status)),
  });
}
