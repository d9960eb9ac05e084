import type { Schedule } from '@runwright/client';
import { type LatestRuns, useRunStatus } from '../../api/schedule-runs.ts';
import { LinkedId } from '../../components/linked-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/values.tsx';

/** The last run that a schedule has started: its status, and when it began. */
export function LastRun({
  schedule: { last_run_id: id, last_run_at: at },
  latest,
}: {
  readonly schedule: Schedule;
  /** Undefined until it is read. */
  readonly latest: LatestRuns | undefined;
}) {
  const status = useRunStatus(id, latest);
  if (id === null) return <Time at={null} />;
  return (
    <div className="last-run">
      {status === undefined ? null : <StatusBadge status={status} />}
      <LinkedId section="/runs" id={id}>
        <Time at={at} />
      </LinkedId>
    </div>
  );
}
