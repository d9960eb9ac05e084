import type { Page, Schedule, ScheduleChange, ScheduleRequest, StartWarnings } from '@runwright/contract';

/** A schedule that was stored, with what its request gives to the runs and their workflow does not use. */
export type SavedSchedule = Schedule & StartWarnings;

/**
 * Schedules of workflows. A due time starts one run of the then latest version, also when several processes share a store;
 * the times that were missed while nothing ran start one run together. A start that is refused writes `lastError`.
 */
export interface SchedulesApi {
  /**
   * Stores a schedule. Throws `invalid_input` for parameters and blocks that the workflow does not accept now, and `egress_denied` for
   * addresses.
   *
   * @param options `apiKeyId`: the key that signs the webhooks of its runs; default: the organization's oldest active one
   */
  create(
    organizationId: string,
    workflowPermanentId: string,
    request: ScheduleRequest,
    options?: { readonly apiKeyId?: string | null },
  ): Promise<SavedSchedule>;
  get(organizationId: string, scheduleId: string): Promise<Schedule>;
  /** Changes the members that are given, and throws as for a new one. A new time, or enabling it, counts from now. */
  update(organizationId: string, scheduleId: string, change: ScheduleChange): Promise<SavedSchedule>;
  /** Newest first. Defaults: page 1, 10 per page, of all workflows. An unknown workflow throws `not_found`. */
  list(
    organizationId: string,
    query?: { readonly page?: number; readonly pageSize?: number; readonly workflowPermanentId?: string },
  ): Promise<Page<Schedule>>;
  delete(organizationId: string, scheduleId: string): Promise<void>;
  /**
   * The next times (epoch ms) at which a schedule with this cron expression is due; `count` is 5 by default, at most 100. Throws
   * `invalid_input` for an expression or a time zone that no schedule takes.
   */
  nextTimes(
    time: { readonly cron: string; readonly timezone?: string },
    options?: { readonly count?: number },
  ): Promise<readonly number[]>;
}
