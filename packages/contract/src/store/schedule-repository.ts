import type { DueTime, Schedule, SchedulePatch } from '../schedule.ts';
import type { Page } from './page.ts';

/** Filter of schedules to list, newest first, ties by id descending. */
export interface ScheduleQuery {
  readonly organizationId: string;
  readonly workflowPermanentId?: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** The members of a schedule that tell that it is due; `get` reads its parameters and options. */
export type DueSchedule = Pick<Schedule, 'scheduleId' | 'organizationId' | 'nextRunAt'>;

/** Schedules of workflows. The run of a due time is created by `runs.create`, which moves the schedule on. */
export interface ScheduleRepository {
  /** Throws `conflict` when the id exists. */
  add(schedule: Schedule): Promise<void>;
  get(organizationId: string, scheduleId: string): Promise<Schedule | null>;
  /** Changes the named members and answers the schedule as it is then; null when unknown. */
  change(organizationId: string, scheduleId: string, patch: SchedulePatch): Promise<Schedule | null>;
  /**
   * A store may leave out the `parameters` and `runOptions` of the last schedules of a page where all have more than 32 MiB as JSON: they
   * then have `parameters_omitted: true` or `run_options_omitted: true`, and a `reason`.
   */
  list(query: ScheduleQuery): Promise<Page<Schedule>>;
  /** False when unknown. */
  delete(organizationId: string, scheduleId: string): Promise<boolean>;
  /** Schedules of all organizations whose `nextRunAt` has come; oldest first, ties by id. Times are epoch ms. */
  due(options: { readonly now: number; readonly limit: number }): Promise<readonly DueSchedule[]>;
  /** The earliest `nextRunAt` of all organizations; null when there is none. */
  nextDueAt(): Promise<number | null>;
  /** Moves a schedule on without a run, and writes the reason to it; false when the due time is taken. */
  moveOn(dueTime: DueTime, options: { readonly error: string }): Promise<boolean>;
}
