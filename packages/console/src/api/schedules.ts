import type { ScheduleChange, ScheduleRequest } from '@runwright/client';
import { useQuery } from '@tanstack/react-query';
import { useInvalidating } from './invalidating.ts';
import { listPageSize, useListPages } from './list-pages.ts';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Reads the schedules of one workflow, or of all, the newest first, again and again while the page is visible. */
export function useSchedulePages({ workflow }: { readonly workflow?: string }) {
  const { schedules } = useClient();
  return useListPages({
    queryKey: queryKeys.schedules({ workflow }),
    read: (page, options) => {
      const query = { page, page_size: listPageSize };
      return workflow === undefined
        ? schedules.listPage(query, options)
        : schedules.ofWorkflowPage(workflow, query, options);
    },
    idOf: ({ schedule_id }) => schedule_id,
    refreshMs: 15_000,
  });
}

/** Reads the next five times at which a schedule would start runs. The error tells what is wrong with it. */
export function useNextTimes({ cron, timezone }: { readonly cron: string; readonly timezone: string }) {
  const { schedules } = useClient();
  return useQuery({
    queryKey: queryKeys.scheduleTimes({ cron, timezone }),
    queryFn: ({ signal }) => schedules.nextTimes({ cron, timezone, count: 5 }, { signal }),
    refetchInterval: 60_000,
  });
}

/** Returns the changes of schedules. */
export function useScheduleChanges() {
  const { schedules } = useClient();
  const invalidating = useInvalidating(queryKeys.allSchedules);
  return {
    create: (workflowId: string, request: ScheduleRequest) =>
      invalidating(schedules.create(workflowId, request)),
    update: (id: string, change: ScheduleChange) => invalidating(schedules.update(id, change)),
    remove: (id: string) => invalidating(schedules.delete(id)),
  };
}
