import type { ScheduleRequest } from '@runwright/client';
import { jsonObjectOf, textOf } from '../../lib/form-values.ts';

/** Members that the form keeps in its state, because other parts of it show them. */
export interface ScheduleTime {
  readonly cron: string;
  readonly timezone: string;
}

/** Reads the form of a schedule into the request of the API. Throws when the parameters are no JSON object. */
export function readSchedule({ cron, timezone }: ScheduleTime, form: FormData): ScheduleRequest {
  const late = textOf(form, 'late');
  return {
    cron: cron.trim(),
    timezone,
    name: textOf(form, 'name').trim() || null,
    parameters: jsonObjectOf(form, 'parameters', 'parameters'),
    enabled: form.has('enabled'),
    starting_deadline_seconds: late === '' ? null : Math.round(Number(late) * 60),
  };
}
