import { getRouteApi, Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useCallback } from 'react';
import { type RunFilter, useRuns } from '../../api/runs.ts';
import { DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { runColumns } from './run-columns.tsx';
import { RunFilters } from './run-filters.tsx';
import type { RunsSearch } from './runs-search.ts';

const route = getRouteApi('/runs');

/** Runs of the organization, the newest first, as they are now. */
export function RunsPage() {
  const search: RunsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const runs = useRuns(filterOf(search));
  const change = useCallback(
    (changed: RunsSearch) => void navigate({ search: changed, replace: true }),
    [navigate],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = runs;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (
    <>
      <PageHeader
        title="Runs"
        actions={
          <Link to="/runs/new" className="button primary">
            <Play size={16} aria-hidden />
            Start a run
          </Link>
        }
      />
      <RunFilters search={search} onChange={change} />
      {runs.error ? <ErrorState error={runs.error} onRetry={() => void runs.refetch()} /> : null}
      {runs.isPending ? <Loading label="Loading runs…" /> : null}
      {runs.data?.length === 0 ? (
        <NoRuns isFiltered={Object.keys(search).length > 0} onClear={() => change({})} />
      ) : null}
      {runs.data?.length ? (
        <DataTable
          label="Runs"
          rows={runs.data}
          columns={runColumns}
          rowKey={(run) => run.run_id}
          linked
          fill
          onEndReached={more}
        />
      ) : null}
    </>
  );
}

function NoRuns({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No run matches"
        action={
          <button type="button" className="button" onClick={onClear}>
            Clear the filters
          </button>
        }
      >
        Change the search or the filters.
      </EmptyState>
    );
  return (
    <EmptyState title="No runs yet">
      Start one of a workflow above, with <code>POST /v1/run/tasks</code>, or with <code>runwright run</code>.
    </EmptyState>
  );
}

function filterOf({ q, status, type, workflow }: RunsSearch): RunFilter {
  return {
    ...(q === undefined ? {} : { search_key: q }),
    ...(status === undefined ? {} : { status: [status] }),
    ...(type === undefined ? {} : { run_type: [type] }),
    ...(workflow === undefined ? {} : { workflow_permanent_id: workflow }),
  };
}
