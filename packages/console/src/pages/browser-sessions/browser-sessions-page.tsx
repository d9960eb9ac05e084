import type { BrowserSession } from '@runwright/client';
import { useRouter } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useBrowserSessions } from '../../api/browser-sessions.ts';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list.tsx';
import { EmptyState } from '../../components/states.tsx';
import { CloseSession } from '../../features/close-session/close-session.tsx';
import './browser-sessions-page.css';
import { sessionColumns } from './session-columns.tsx';
import { SessionDetails } from './session-details.tsx';
import { SessionForm } from './session-form.tsx';

/** Dialog that is open. It keeps its session, which leaves the list when it ends. */
type Opened =
  | { readonly dialog: 'new' }
  | { readonly dialog: 'show' | 'close'; readonly session: BrowserSession };

/** Browser sessions that have not ended, as they are now. */
export function BrowserSessionsPage() {
  const { routesByPath } = useRouter();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const sessions = useBrowserSessions();
  const hasLive = Object.keys(routesByPath).some((path) => path.startsWith('/live/session/'));
  const columns = useMemo(
    () =>
      sessionColumns({
        liveAt: ({ browser_session_id: id }) => (hasLive ? `/live/session/${encodeURIComponent(id)}` : null),
        show: (session) => setOpened({ dialog: 'show', session }),
        close: (session) => setOpened({ dialog: 'close', session }),
      }),
    [hasLive],
  );
  return (
    <>
      <PageHeader
        title="Browser sessions"
        actions={
          <Button
            tone="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setOpened({ dialog: 'new' })}
          >
            New session
          </Button>
        }
      >
        <p>Browsers that stay open between runs. Sessions that have ended are not listed.</p>
      </PageHeader>
      <RecordList
        label="Browser sessions"
        list={sessions}
        columns={columns}
        rowKey={({ browser_session_id: id }) => id}
        empty={
          <EmptyState title="No browser session is open">
            Open one, then choose it with <strong>Run</strong> in the editor of a workflow, or name its id as{' '}
            <code>browser_session_id</code> in a request.
          </EmptyState>
        }
      />
      {opened?.dialog === 'new' ? <SessionForm onClose={close} /> : null}
      {opened?.dialog === 'show' ? (
        <SessionDetails session={latest(sessions.data, opened.session)} onClose={close} />
      ) : null}
      {opened?.dialog === 'close' ? <CloseSession session={opened.session} onClose={close} /> : null}
    </>
  );
}

/** Returns a session as it is now, or as it was when it left the list. */
function latest(sessions: readonly BrowserSession[] | undefined, session: BrowserSession): BrowserSession {
  return sessions?.find(({ browser_session_id: id }) => id === session.browser_session_id) ?? session;
}
