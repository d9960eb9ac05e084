import { useWatchedTimeline } from '../../api/live.ts';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/values.tsx';
import { latestItems } from './latest-items.ts';

const shown = 12;

/** What happened last in the run. */
export function LatestList({ runId, isOver }: { readonly runId: string; readonly isOver: boolean }) {
  const timeline = useWatchedTimeline(runId, isOver);
  if (timeline.error) return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />;
  if (timeline.isPending) return <Loading label="Loading the timeline…" />;
  const items = latestItems(timeline.data.items, shown);
  if (items.length === 0)
    return (
      <EmptyState title="Nothing has happened yet">The first block appears here when it starts.</EmptyState>
    );
  return (
    <ol className="latest" aria-label="Latest of the timeline">
      {items.map(({ id, at, what, detail, status }) => (
        <li key={id}>
          <div className="row">
            <strong className="truncate grow">{what}</strong>
            {status === null ? null : <StatusBadge status={status} />}
          </div>
          {detail ? <div className="detail">{detail}</div> : null}
          <div className="muted">
            <Time at={at} />
          </div>
        </li>
      ))}
    </ol>
  );
}
