import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Reads the latest version of a workflow, to edit it; nothing for null. */
export function useEditedWorkflow(workflowId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.workflowPart(workflowId ?? '', 'edited'),
    queryFn: ({ signal }) => client.workflows.get(workflowId ?? '', { signal }),
    enabled: workflowId !== null,
    // What one edits is not replaced; saving looks for newer versions.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

/** Reads the block types of the service with their schemas, those of the host among them. */
export function useBlockTypes() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.service('block types'),
    queryFn: ({ signal }) => client.service.blockTypes({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads the JSON Schema of a workflow file. */
export function useWorkflowSchema() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.service('workflow schema'),
    queryFn: ({ signal }) => client.service.workflowSchema({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads the limits that the service sets for one run. */
export function useRunCaps() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.service('caps'),
    queryFn: async ({ signal }) => (await client.billing.spending({}, { signal })).caps,
    staleTime: 60_000,
  });
}
