import type { BrowserSession } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { CopiedId } from '../../components/copied-id.tsx';
import type { Column } from '../../components/data-table.tsx';
import { LinkedId } from '../../components/linked-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/values.tsx';

/** Columns of the list of browser sessions. `liveAt` returns the path of the page that shows a session; null when there is none. */
export function sessionColumns(on: {
  readonly liveAt: (session: BrowserSession) => string | null;
  readonly show: (session: BrowserSession) => void;
  readonly close: (session: BrowserSession) => void;
}): readonly Column<BrowserSession>[] {
  return [
    {
      id: 'session',
      header: 'Session',
      className: 'main-cell',
      cell: ({ browser_session_id: id }) => <CopiedId id={id} />,
    },
    { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: 'used',
      header: 'Used by',
      className: 'wide-only',
      cell: ({ runnable_id: id }) =>
        id === null ? <span className="muted">No run</span> : <LinkedId section="/runs" id={id} />,
    },
    {
      id: 'started',
      header: 'Started',
      className: 'wide-only',
      cell: ({ started_at: at }) => <Time at={at} />,
    },
    { id: 'ends', header: 'Ends', className: 'wide-only', cell: (session) => <Time at={endOf(session)} /> },
    {
      id: 'actions',
      header: 'Actions',
      className: 'number',
      cell: (session) => (
        <div className="row-actions session-actions">
          <LiveLink session={session} to={on.liveAt(session)} />
          <Button
            small
            aria-label={`Details of ${session.browser_session_id}`}
            onClick={() => on.show(session)}
          >
            Details
          </Button>
          <Button
            small
            aria-label={`Close session ${session.browser_session_id}`}
            onClick={() => on.close(session)}
          >
            Close session
          </Button>
        </div>
      ),
    },
  ];
}

function LiveLink({ session, to }: { readonly session: BrowserSession; readonly to: string | null }) {
  if (to === null || session.status !== 'running') return null;
  return (
    <Link to={to} className="button small" aria-label={`Watch live ${session.browser_session_id}`}>
      Watch live
    </Link>
  );
}

function endOf({ started_at: startedAt, timeout }: BrowserSession): string | null {
  if (startedAt === null || timeout === null) return null;
  return new Date(Date.parse(startedAt) + timeout * 60_000).toISOString();
}
