import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatchedSession } from '../../api/live.ts';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RunLink } from '../../components/run-link.tsx';
import { ErrorState, Loading } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/values.tsx';
import { CloseSession } from '../../features/close-session/close-session.tsx';
import { LatestList } from './latest-list.tsx';
import { LiveView } from './live-view.tsx';

const activeStatuses: ReadonlySet<string> = new Set(['created', 'running']);
const route = getRouteApi('/live/session/$sessionId');

/** The browser of a session as it is now, with the run that uses it. */
export function LiveSessionPage() {
  const { sessionId } = route.useParams();
  const session = useWatchedSession(sessionId);
  const runId = session.data?.runnable_id?.startsWith('wr_') ? session.data.runnable_id : null;
  const isOver = session.data === undefined ? null : !activeStatuses.has(session.data.status);
  const [isClosing, setClosing] = useState(false);
  return (
    <>
      <PageHeader
        title="Live view of a browser session"
        actions={
          isOver === false ? (
            <Button tone="danger" onClick={() => setClosing(true)}>
              Close session
            </Button>
          ) : null
        }
      >
        <p>
          <Link to="/browser-sessions">All browser sessions</Link> · <span className="mono">{sessionId}</span>
        </p>
      </PageHeader>
      <LiveView
        key={sessionId}
        source={{ kind: 'session', id: sessionId }}
        isOver={isOver}
        agent={runId === null ? null : 'The agent'}
      >
        {session.error ? <ErrorState error={session.error} onRetry={() => void session.refetch()} /> : null}
        {session.isPending ? <Loading label="Loading the session…" /> : null}
        {session.data ? (
          <>
            <div className="card">
              <Facts
                facts={{
                  Status: <StatusBadge status={session.data.status} />,
                  Started: <Time at={session.data.started_at} />,
                  'Closes after': session.data.timeout === null ? null : `${session.data.timeout} min`,
                  Run: runId === null ? 'None uses it now' : <RunLink runId={runId} />,
                  Failure: session.data.failure_reason,
                }}
              />
            </div>
            {runId === null ? null : (
              <>
                <h2>Latest of the timeline</h2>
                <LatestList runId={runId} isOver={isOver === true} />
              </>
            )}
          </>
        ) : null}
      </LiveView>
      {isClosing && session.data ? (
        <CloseSession
          session={session.data}
          onClose={() => {
            setClosing(false);
            void session.refetch();
          }}
        />
      ) : null}
    </>
  );
}
