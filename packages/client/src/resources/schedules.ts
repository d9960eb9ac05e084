import type {
  PageQuery,
  Schedule,
  ScheduleChange,
  ScheduleRequest,
  ScheduleTimes,
  ScheduleTimesQuery,
} from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';
import { type ListPage, pageOf } from '../list-page.ts';

/** Calls about schedules. */
export interface Schedules {
  create(workflowId: string, request: ScheduleRequest, options?: CreateOptions): Promise<Schedule>;
  get(scheduleId: string, options?: CallOptions): Promise<Schedule>;
  list(query?: PageQuery, options?: CallOptions): Promise<readonly Schedule[]>;
  listPage(query?: PageQuery, options?: CallOptions): Promise<ListPage<Schedule>>;
  /** Schedules of one workflow, the newest first. */
  ofWorkflow(workflowId: string, query?: PageQuery, options?: CallOptions): Promise<readonly Schedule[]>;
  ofWorkflowPage(workflowId: string, query?: PageQuery, options?: CallOptions): Promise<ListPage<Schedule>>;
  /** The next times, 5 by default, at which a schedule with this expression would start runs. */
  nextTimes(query: ScheduleTimesQuery, options?: CallOptions): Promise<ScheduleTimes['times']>;
  update(scheduleId: string, change: ScheduleChange, options?: CallOptions): Promise<Schedule>;
  delete(scheduleId: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about schedules. */
export function schedules({ api }: Connection): Schedules {
  const of = (schedule_id: string) => ({ path: { schedule_id } });
  const list = (query: PageQuery, options?: CallOptions) =>
    api.GET('/v1/schedules', { params: { query }, ...callOf(options) });
  const ofWorkflow = (workflow_id: string, query: PageQuery, options?: CallOptions) =>
    api.GET('/v1/workflows/{workflow_id}/schedules', {
      params: { path: { workflow_id }, query },
      ...callOf(options),
    });
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
    list: (query = {}, options) => bodyOf(list(query, options)),
    listPage: (query = {}, options) => pageOf(list(query, options), query),
    ofWorkflow: (id, query = {}, options) => bodyOf(ofWorkflow(id, query, options)),
    ofWorkflowPage: (id, query = {}, options) => pageOf(ofWorkflow(id, query, options), query),
    nextTimes: async (query, options) =>
      (await bodyOf(api.GET('/v1/schedule_times', { params: { query }, ...callOf(options) }))).times,
    update: (id, body, options) =>
      bodyOf(api.PATCH('/v1/schedules/{schedule_id}', { params: of(id), body, ...callOf(options) })),
    async delete(id, options) {
      await api.DELETE('/v1/schedules/{schedule_id}', { params: of(id), ...callOf(options) });
    },
  };
}
