import type { WorkflowQuery } from '@runwright/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Workflows of one request. */
const pageSize = 50;

/** Filter of the list of workflows. */
export type WorkflowFilter = Pick<WorkflowQuery, 'search_key' | 'folder_id'>;

/** Reads the workflows that a filter finds, page by page. */
export function useWorkflowList(filter: WorkflowFilter) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: queryKeys.workflows(filter),
    queryFn: ({ pageParam, signal }) =>
      client.workflows.listPage(
        {
          ...filter,
          page: pageParam,
          page_size: pageSize,
          status: ['published', 'draft', 'importing', 'import_failed'],
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ hasNext, page }) => (hasNext ? page + 1 : undefined),
    // An import is checked in the background.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'importing'))
        ? 1000
        : false,
    placeholderData: (previous) => previous,
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ items }) => items).map((one) => [one.workflow_permanent_id, one])).values(),
    ],
  });
}

/** Versions that are listed. */
export const mostVersions = 100;

/** Reads the newest versions of a workflow, the newest first. */
export function useVersions(workflowId: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.workflowPart(workflowId, 'versions'),
    queryFn: ({ signal }) => client.workflows.versions(workflowId, { page_size: mostVersions }, { signal }),
  });
}

/** Reads the folders. */
export function useFolders() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.folders,
    queryFn: ({ signal }) => client.folders.list({ page_size: 100 }, { signal }),
  });
}

/** Changes something of a workflow or a folder; then the lists are read again. */
export function useWorkflowChange<Given, Result>(change: (given: Given) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.allWorkflows }),
        queries.invalidateQueries({ queryKey: queryKeys.folders }),
      ]),
  });
}
