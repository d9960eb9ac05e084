import type { PageQuery, Schedule, ScheduleChange, ScheduleRequest } from './api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from './connection.ts';

/** Calls about schedules. */
export interface Schedules {
  create(workflowId: string, request: ScheduleRequest, options?: CreateOptions): Promise<Schedule>;
  get(scheduleId: string, options?: CallOptions): Promise<Schedule>;
  list(query?: PageQuery, options?: CallOptions): Promise<readonly Schedule[]>;
  update(scheduleId: string, change: ScheduleChange, options?: CallOptions): Promise<Schedule>;
  delete(scheduleId: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about schedules. */
export function schedules({ api }: Connection): Schedules {
  const of = (schedule_id: string) => ({ path: { schedule_id } });
  return {
    create: (workflow_id, body, options) =>
      bodyOf(
        api.POST('/v1/workflows/{workflow_id}/schedules', {
          params: { path: { workflow_id } },
          body,
          ...createOf(options),
        }),
      ),
    get: (id, options) =>
      bodyOf(api.GET('/v1/schedules/{schedule_id}', { params: of(id), ...callOf(options) })),
    list: (query = {}, options) =>
      bodyOf(api.GET('/v1/schedules', { params: { query }, ...callOf(options) })),
    update: (id, body, options) =>
      bodyOf(api.PATCH('/v1/schedules/{schedule_id}', { params: of(id), body, ...callOf(options) })),
    async delete(id, options) {
      await api.DELETE('/v1/schedules/{schedule_id}', { params: of(id), ...callOf(options) });
    },
  };
}
