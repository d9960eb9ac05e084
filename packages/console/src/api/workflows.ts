import type { RunRecord } from '@runwright/client';
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

/** Reads the version of a workflow that a run executes. */
export function useWorkflowOf(run: Pick<RunRecord, 'workflow_permanent_id' | 'workflow_version'>) {
  const client = useClient();
  const { workflow_permanent_id: id, workflow_version: version } = run;
  return useQuery({
    queryKey: queryKeys.workflowPart(id, `version ${version}`),
    queryFn: ({ signal }) =>
      client.workflows.get(id, { ...(version === undefined ? {} : { version }), signal }),
    // Versions do not change.
    staleTime: Number.POSITIVE_INFINITY,
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
