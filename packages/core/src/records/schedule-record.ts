import { type Schedule, Type } from '@runwright/contract';
import { date, dateOrNull, integerOrNull, jsonObject, text, textOrNull } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';
import { maskHeaders } from './mask-headers.ts';

/** A schedule as the HTTP API responds with it. */
export const ScheduleRecord = Type.Object(
  {
    schedule_id: text,
    organization_id: text,
    workflow_permanent_id: text,
    name: textOrNull,
    cron: text,
    timezone: text,
    parameters: jsonObject,
    run_options: jsonObject,
    enabled: Type.Boolean(),
    starting_deadline_seconds: integerOrNull,
    next_run_at: dateOrNull,
    last_run_id: textOrNull,
    last_run_at: dateOrNull,
    last_error: textOrNull,
    created_at: date,
    modified_at: date,
  },
  { title: 'Schedule' },
);
export type ScheduleRecord = Type.Static<typeof ScheduleRecord>;

/** Converts a schedule to its record. */
export function toScheduleRecord(schedule: Schedule): ScheduleRecord {
  return {
    schedule_id: schedule.scheduleId,
    organization_id: schedule.organizationId,
    workflow_permanent_id: schedule.workflowPermanentId,
    name: schedule.name,
    cron: schedule.cron,
    timezone: schedule.timezone,
    parameters: schedule.parameters,
    run_options: maskHeaders(schedule.runOptions),
    enabled: schedule.enabled,
    starting_deadline_seconds: schedule.startingDeadlineSeconds,
    next_run_at: formatDateOrNull(schedule.nextRunAt),
    last_run_id: schedule.lastRunId,
    last_run_at: formatDateOrNull(schedule.lastRunAt),
    last_error: schedule.lastError,
    created_at: formatDate(schedule.createdAt),
    modified_at: formatDate(schedule.modifiedAt),
  };
}
