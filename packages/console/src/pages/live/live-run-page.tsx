import { getRouteApi } from '@tanstack/react-router';
import { useWatchedRun } from '../../api/live.ts';
import { finalStatuses } from '../../api/runs.ts';
import { Facts } from '../../components/facts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RunLink } from '../../components/run-link.tsx';
import { ErrorState, Loading } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/values.tsx';
import { CancelRunButton } from '../../features/cancel-run/cancel-run-button.tsx';
import { runTitle } from '../runs/run-title.ts';
import { LatestList } from './latest-list.tsx';
import { LiveView } from './live-view.tsx';

const route = getRouteApi('/live/run/$runId');

/** The browser of a run as it is now, with what the run does. */
export function LiveRunPage() {
  const { runId } = route.useParams();
  const run = useWatchedRun(runId);
  const isOver = run.data === undefined ? null : finalStatuses.has(run.data.status);
  return (
    <>
      <PageHeader
        title={run.data ? `Live: ${runTitle(run.data)}` : 'Live view of a run'}
        actions={isOver === false ? <CancelRunButton runId={runId} /> : null}
      >
        <p>
          <RunLink runId={runId} />
        </p>
      </PageHeader>
      <LiveView key={runId} source={{ kind: 'run', id: runId }} isOver={isOver} agent="The agent">
        {run.error ? <ErrorState error={run.error} onRetry={() => void run.refetch()} /> : null}
        {run.isPending ? <Loading label="Loading the run…" /> : null}
        {run.data ? (
          <>
            <div className="card">
              <Facts
                facts={{
                  Status: <StatusBadge status={run.data.paused ? 'paused' : run.data.status} />,
                  Started: <Time at={run.data.started_at} />,
                  Steps: String(run.data.step_count ?? 0),
                  Failure: run.data.failure_reason,
                }}
              />
            </div>
            <h2>Latest of the timeline</h2>
            <LatestList runId={runId} isOver={isOver === true} />
          </>
        ) : null}
      </LiveView>
    </>
  );
}
