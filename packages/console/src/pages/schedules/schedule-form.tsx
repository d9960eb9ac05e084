import type { Schedule } from '@runwright/client';
import { useState } from 'react';
import { useNextTimes, useScheduleChanges } from '../../api/schedules.ts';
import { Checkbox, SelectField, TextField } from '../../components/field.tsx';
import { problemsOf } from '../../components/field-problems.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { WorkflowField } from '../../components/workflow-field.tsx';
import { useEmptyTextQuestion } from '../../features/run-parameters/use-empty-text-question.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { localTimeZone, timeZones } from '../../lib/zoned-time.ts';
import { CronEditor } from './cron-editor.tsx';
import { MissedRuns } from './missed-runs.tsx';
import { NextTimes } from './next-times.tsx';
import { ParameterPart } from './parameter-part.tsx';
import { readSchedule } from './read-schedule.ts';
import { useRunParameters } from './run-parameters.ts';

/** Form for a new schedule, or one that changes a schedule. */
export function ScheduleForm({
  schedule,
  workflow,
  onClose,
}: {
  /** The one to change. */
  readonly schedule: Schedule | null;
  /** Workflow of a new schedule; empty when none is selected yet. */
  readonly workflow: string;
  readonly onClose: () => void;
}) {
  const [workflowId, setWorkflowId] = useState(schedule?.workflow_permanent_id ?? workflow);
  const [cron, setCron] = useState(schedule?.cron ?? '0 9 * * *');
  const [timezone, setTimezone] = useState(() => schedule?.timezone ?? localTimeZone());
  const { create, update } = useScheduleChanges();
  const settledCron = useDebounced(cron);
  const next = useNextTimes({ cron: settledCron, timezone });
  const timeProblem = problemsOf(next.error);
  const values = useRunParameters(workflowId, schedule?.parameters ?? {});
  const [askEmpty, question] = useEmptyTextQuestion('Leave it empty');
  return (
    <>
      <FormDialog
        title={schedule ? `Change ${schedule.name ?? 'the schedule'}` : 'New schedule'}
        submit={schedule ? 'Save' : 'Create'}
        done={schedule ? 'The schedule was changed.' : 'The schedule was created.'}
        change={async (form) => {
          const parameters = await values.read(askEmpty);
          const request = readSchedule({ cron, timezone, parameters }, form);
          return schedule ? update(schedule.schedule_id, request) : create(workflowId, request);
        }}
        onClose={onClose}
      >
        {(problemOf) => (
          <>
            {schedule?.last_error ? (
              <div className="notice" data-tone="bad">
                <strong>The last due time started no run.</strong>
                <span>{schedule.last_error}</span>
              </div>
            ) : null}
            {schedule ? null : <WorkflowField value={workflowId} onChange={setWorkflowId} />}
            <TextField
              label="Name"
              name="name"
              maxLength={255}
              autoComplete="off"
              defaultValue={schedule?.name ?? ''}
              problem={problemOf('name')}
            />
            <CronEditor cron={cron} onChange={setCron} problem={timeProblem('cron') ?? problemOf('cron')} />
            <SelectField
              label="Time zone"
              value={timezone}
              options={timeZones(timezone).map((zone) => ({ value: zone, label: zone }))}
              onChange={({ target }) => setTimezone(target.value)}
              problem={timeProblem('timezone') ?? problemOf('timezone')}
            />
            <NextTimes
              cron={settledCron}
              timezone={timezone}
              times={next.data}
              error={timeProblem('cron') || timeProblem('timezone') ? null : next.error}
            />
            <MissedRuns
              seconds={schedule?.starting_deadline_seconds ?? null}
              problem={problemOf('starting_deadline_seconds')}
            />
            <ParameterPart hasWorkflow={workflowId !== ''} values={values} />
            <Checkbox
              name="enabled"
              label="Active: it starts runs"
              defaultChecked={schedule?.enabled ?? true}
            />
          </>
        )}
      </FormDialog>
      {question}
    </>
  );
}
