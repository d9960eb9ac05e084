import type { ScheduleRequest } from '@runwright/client';
import { textOf } from '../../lib/form-values.ts';

/** Members that the form keeps in its state, because other parts of it show them. */
export interface ScheduleState {
  readonly cron: string;
  readonly timezone: string;
  /** Values for each run. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Reads the form of a schedule into the request of the API. */
export function readSchedule({ cron, timezone, parameters }: ScheduleState, form: FormData): ScheduleRequest {
  const late = textOf(form, 'late');
  return {
    cron: cron.trim(),
    timezone,
    name: textOf(form, 'name').trim() || null,
    parameters: { ...parameters },
    enabled: form.has('enabled'),
    starting_deadline_seconds: late === '' ? null : Math.round(Number(late) * 60),
  };
}
