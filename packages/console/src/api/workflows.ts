import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Reads the newest version of a workflow; nothing for null or an empty id. */
export function useWorkflow(workflowId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.workflow(workflowId ?? ''),
    queryFn: ({ signal }) => client.workflows.get(workflowId ?? '', { signal }),
    enabled: workflowId !== null && workflowId !== '',
    staleTime: 60_000,
  });
}

/** Reads the workflows to choose from. */
export function useWorkflows() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.workflows({ choice: true }),
    queryFn: ({ signal }) => client.workflows.list({ page_size: 200 }, { signal }),
  });
}
