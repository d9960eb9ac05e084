import type { Schedule } from '@runwright/client';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLatestRuns } from '../../api/schedule-runs.ts';
import { useScheduleChanges, useSchedulePages } from '../../api/schedules.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmChange } from '../../components/confirm-change.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { scheduleColumns } from './schedule-columns.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import './schedules-page.css';
import type { SchedulesSearch } from './schedules-search.ts';

const route = getRouteApi('/schedules');

/** Schedules, which start runs of a workflow at given times. */
export function SchedulesPage() {
  const { workflow }: SchedulesSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null);
  const [removed, setRemoved] = useState<Schedule | null>(null);
  const schedules = useSchedulePages(workflow === undefined ? {} : { workflow });
  const { update, remove } = useScheduleChanges();
  const toasts = useToasts();
  const { mutate: pause } = useMutation({
    mutationFn: ({ schedule_id: id, enabled }: Schedule) => update(id, { enabled: !enabled }),
    onSuccess: ({ enabled }) =>
      toasts.done(enabled ? 'The schedule starts runs again.' : 'The schedule is paused.'),
    onError: toasts.failed,
  });
  const { data: latestRuns } = useLatestRuns(workflow);
  const columns = useMemo(
    () => scheduleColumns(latestRuns, { edit: setEdited, pause, remove: setRemoved }),
    [latestRuns, pause],
  );
  return (
    <>
      <PageHeader
        title="Schedules"
        actions={
          <Button tone="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            New schedule
          </Button>
        }
      >
        <p>Times at which runs of a workflow start.</p>
      </PageHeader>
      {workflow === undefined ? null : (
        <div className="row">
          <Button small onClick={() => void navigate({ search: {}, replace: true })}>
            Workflow {workflow}: show all
          </Button>
        </div>
      )}
      <RecordList
        label="Schedules"
        list={schedules}
        columns={columns}
        rowKey={({ schedule_id: id }) => id}
        empty={
          <EmptyState title={workflow === undefined ? 'No schedules yet' : 'This workflow has no schedule'}>
            Create one to start runs of a workflow every hour, every day or at other times.
          </EmptyState>
        }
      />
      {edited ? (
        <ScheduleForm
          schedule={edited === 'new' ? null : edited}
          workflow={workflow ?? ''}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {removed ? (
        <ConfirmChange
          title={`Delete ${removed.name ?? 'this schedule'}?`}
          confirm="Delete"
          done="The schedule was deleted."
          change={() => remove(removed.schedule_id)}
          onClose={() => setRemoved(null)}
        >
          It starts no runs any more. Runs that it has started stay.
        </ConfirmChange>
      ) : null}
    </>
  );
}
