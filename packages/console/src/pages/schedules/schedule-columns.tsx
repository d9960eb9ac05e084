import type { Schedule } from '@runwright/client';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import type { LatestRuns } from '../../api/schedule-runs.ts';
import { useWorkflow } from '../../api/workflows.ts';
import { IconButton } from '../../components/button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/values.tsx';
import { cronInWords } from '../../lib/cron-in-words.ts';
import { LastRun } from './last-run.tsx';

/** What the buttons of a schedule do. */
export interface ScheduleActions {
  readonly edit: (schedule: Schedule) => void;
  readonly pause: (schedule: Schedule) => void;
  readonly remove: (schedule: Schedule) => void;
}

/** Columns of the list of schedules. `latestRuns`: the latest runs, by id; undefined until they are read. */
export function scheduleColumns(
  latestRuns: LatestRuns | undefined,
  on: ScheduleActions,
): readonly Column<Schedule>[] {
  return [
    {
      id: 'schedule',
      header: 'Schedule',
      className: 'main-cell',
      cell: (schedule) => (
        <div className="truncate">
          {schedule.name === null ? null : <strong>{schedule.name} </strong>}
          <WorkflowTitle id={schedule.workflow_permanent_id} isMain={schedule.name === null} />
        </div>
      ),
    },
    { id: 'when', header: 'When', className: 'wide-only', cell: When },
    { id: 'state', header: 'State', cell: State },
    {
      id: 'next',
      header: 'Next run',
      className: 'wide-only',
      cell: ({ next_run_at: at }) => <Time at={at} />,
    },
    {
      id: 'last',
      header: 'Last run',
      className: 'wide-only',
      cell: (schedule) => <LastRun schedule={schedule} latest={latestRuns} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      className: 'number',
      cell: (schedule) => {
        const called = schedule.name ?? schedule.schedule_id;
        const Icon = schedule.enabled ? Pause : Play;
        return (
          <div className="row-actions">
            <IconButton
              small
              label={`${schedule.enabled ? 'Pause' : 'Resume'} ${called}`}
              icon={<Icon size={16} aria-hidden />}
              onClick={() => on.pause(schedule)}
            />
            <IconButton
              small
              label={`Change ${called}`}
              icon={<Pencil size={16} aria-hidden />}
              onClick={() => on.edit(schedule)}
            />
            <IconButton
              small
              label={`Delete ${called}`}
              icon={<Trash2 size={16} aria-hidden />}
              onClick={() => on.remove(schedule)}
            />
          </div>
        );
      },
    },
  ];
}

function When({ cron, timezone }: Schedule) {
  return (
    <div className="truncate when" title={`${cron} in ${timezone}`}>
      {cronInWords(cron) ?? cron} <span className="muted">{timezone}</span>
    </div>
  );
}

function State({ enabled, last_error: error }: Schedule) {
  // The hand of a paused run means that it waits for a person; a schedule waits for none.
  if (!enabled) return <StatusBadge status="paused" icon={Pause} />;
  return <StatusBadge status={error === null ? 'active' : 'failed'} />;
}

function WorkflowTitle({ id, isMain }: { readonly id: string; readonly isMain: boolean }) {
  const title = useWorkflow(id).data?.title ?? id;
  return isMain ? <strong>{title}</strong> : <span className="muted">{title}</span>;
}
