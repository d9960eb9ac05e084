import { RunwrightError } from './error.ts';
import type { JsonObject } from './json.ts';

/** Times at which runs of a workflow start. Instants are epoch ms. */
export interface Schedule {
  /** `sch_`. */
  readonly scheduleId: string;
  readonly organizationId: string;
  readonly workflowPermanentId: string;
  readonly name: string | null;
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
  /** Parameters of each run, not converted. */
  readonly parameters: JsonObject;
  /** Other members of the request of each run (snake_case). */
  readonly runOptions: JsonObject;
  readonly enabled: boolean;
  /** Seconds after which a due time that was missed starts no run any more; null: it starts one however late it is. */
  readonly startingDeadlineSeconds: number | null;
  /** The key that created the schedule, which signs the webhooks of its runs; null: created in process. */
  readonly apiKeyId: string | null;
  /** Null while it is not enabled. */
  readonly nextRunAt: number | null;
  readonly lastRunId: string | null;
  readonly lastRunAt: number | null;
  /** Reason why the latest due time has started no run; null when it has. */
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** Members of a schedule that a caller changes. */
export type SchedulePatch = Pick<Schedule, 'modifiedAt'> &
  Partial<
    Pick<
      Schedule,
      | 'name'
      | 'cron'
      | 'timezone'
      | 'parameters'
      | 'runOptions'
      | 'enabled'
      | 'startingDeadlineSeconds'
      | 'nextRunAt'
      | 'lastError'
    >
  >;

/** A due time of a schedule, and the one that follows it. One due time starts one run. */
export interface DueTime {
  readonly scheduleId: string;
  readonly dueAt: number;
  readonly nextRunAt: number | null;
}

/** The error of a due time that another process has taken, or that a change of the schedule has removed. */
export function takenDueTime({ scheduleId }: Pick<DueTime, 'scheduleId'>): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Cannot start the run of schedule \`${scheduleId}\`: its due time is taken. Nothing needs to be done.`,
  );
}
