import type { ListedRun, RunQuery } from '@runwright/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Runs of one request. */
export const runsPageSize = 50;
/** Time in ms between reads of a list that is shown; lists of many pages are read less often. */
const refreshMs = { few: 3000, many: 20_000 };

/** Filter of the list of runs. */
export type RunFilter = Pick<RunQuery, 'status' | 'run_type' | 'search_key' | 'workflow_permanent_id'>;

/** Reads the runs that a filter finds, the newest first, page by page, again and again while the page is visible. */
export function useRuns(filter: RunFilter) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: queryKeys.runs(filter),
    queryFn: ({ pageParam, signal }) =>
      client.runs.list({ ...filter, page: pageParam, page_size: runsPageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < runsPageSize ? undefined : pages.length + 1),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 3 ? refreshMs.many : refreshMs.few),
    placeholderData: (previous) => previous,
    // A run that starts between two requests moves one run from a page to the next.
    select: ({ pages }) => [...new Map(pages.flat().map((run) => [run.run_id, run])).values()],
  });
}

/** Statuses after which nothing more happens. */
export const finalStatuses: ReadonlySet<string> = new Set([
  'completed',
  'failed',
  'terminated',
  'timed_out',
  'canceled',
]);

/** Returns how long a run has executed, in ms; null before it began. */
export function durationOf(run: Pick<ListedRun, 'started_at' | 'finished_at'>, now: number): number | null {
  if (run.started_at === null) return null;
  return (run.finished_at === null ? now : Date.parse(run.finished_at)) - Date.parse(run.started_at);
}

/** Returns what the model calls of a run cost in US dollars; null when that is not known, or none was made. */
export function costOf(
  run: Pick<ListedRun, 'run_id'> & { readonly model_use?: { readonly cost: number | null } | null },
): number | null {
  return run.model_use?.cost ?? null;
}
