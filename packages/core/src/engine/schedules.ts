import {
  defaults,
  type JsonObject,
  type Problem,
  RunwrightError,
  type Schedule,
  ScheduleChange,
  ScheduleRequest,
} from '@runwright/contract';
import { compileSchema, invalidInput, valueError } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { readWorkflowRunRequest } from '../run-requests/run-request.ts';
import { cronProblem, nextDueTime, nextDueTimes, timezoneProblem } from '../schedules/cron.ts';

const checkRequest = compileSchema(ScheduleRequest);
const checkChange = compileSchema(ScheduleChange);

/** The schedule calls of an engine. `wake` is called when a due time may have changed. */
export function createSchedules(
  { store, clock, makeId }: Pick<EngineDeps, 'store' | 'clock' | 'makeId'>,
  wake: () => void,
): Engine['schedules'] {
  const get = async (organizationId: string, scheduleId: string): Promise<Schedule> => {
    const schedule = await store.schedules.get(organizationId, scheduleId);
    if (schedule === null) throw unknown('Schedule', scheduleId);
    return schedule;
  };
  const assertWorkflow = async (organizationId: string, id: string): Promise<void> => {
    if ((await store.workflows.get(organizationId, id)) === null) throw unknown('Workflow', id);
  };

  return {
    get,

    async create(organizationId, workflowPermanentId, given, { apiKeyId = null } = {}) {
      const checked = checkRequest(given);
      if (!checked.ok) throw refused(checked.problems);
      const { cron } = checked.value;
      const members = { ...defaultMembers, cron, ...membersOf(checked.value) };
      assertUsable(members);
      await assertWorkflow(organizationId, workflowPermanentId);
      const now = clock.now();
      const schedule: Schedule = {
        scheduleId: makeId('sch'),
        organizationId,
        workflowPermanentId,
        ...members,
        apiKeyId,
        nextRunAt: members.enabled ? nextDueTime(members, now) : null,
        lastRunId: null,
        lastRunAt: null,
        lastError: null,
        createdAt: now,
        modifiedAt: now,
      };
      await store.schedules.add(schedule);
      wake();
      return schedule;
    },

    async update(organizationId, scheduleId, given) {
      const checked = checkChange(given);
      if (!checked.ok) throw refused(checked.problems);
      const members = membersOf(checked.value);
      assertUsable(members);
      const schedule = await get(organizationId, scheduleId);
      const { cron, timezone, enabled } = { ...schedule, ...members };
      const now = clock.now();
      const isSameTime =
        cron === schedule.cron && timezone === schedule.timezone && enabled === schedule.enabled;
      const changed = await store.schedules.change(organizationId, scheduleId, {
        ...members,
        ...(isSameTime ? {} : { nextRunAt: enabled ? nextDueTime({ cron, timezone }, now) : null }),
        modifiedAt: now,
      });
      if (changed === null) throw unknown('Schedule', scheduleId);
      wake();
      return changed;
    },

    async list(organizationId, { page = 1, pageSize = defaults.pageSize, workflowPermanentId } = {}) {
      if (workflowPermanentId === undefined) return store.schedules.list({ organizationId, page, pageSize });
      await assertWorkflow(organizationId, workflowPermanentId);
      return store.schedules.list({ organizationId, page, pageSize, workflowPermanentId });
    },

    async delete(organizationId, scheduleId) {
      if (!(await store.schedules.delete(organizationId, scheduleId))) throw unknown('Schedule', scheduleId);
    },

    async nextTimes({ cron, timezone = defaultMembers.timezone }, { count = defaults.scheduleTimes } = {}) {
      const problems = [
        ...problemAt('cron', cronProblem(cron)),
        ...problemAt('timezone', timezoneProblem(timezone)),
        ...problemAt(
          'count',
          Number.isInteger(count) && count > 0 && count <= 100 ? null : 'it is not 1 to 100',
        ),
      ];
      if (problems.length > 0) throw invalidInput('The times cannot be computed', problems);
      return nextDueTimes({ cron, timezone }, { after: clock.now(), count });
    },
  };
}

type Members = Pick<
  Schedule,
  'cron' | 'timezone' | 'name' | 'parameters' | 'runOptions' | 'enabled' | 'startingDeadlineSeconds'
>;

const defaultMembers = {
  timezone: 'UTC',
  name: null,
  parameters: {},
  runOptions: {},
  enabled: true,
  startingDeadlineSeconds: null,
};

/** The members that a request names; null is the default. */
function membersOf(request: ScheduleChange): Partial<Members> {
  const { cron, timezone, name, parameters, run_options: runOptions, enabled } = request;
  const { starting_deadline_seconds: startingDeadlineSeconds } = request;
  return {
    ...(cron === undefined ? {} : { cron }),
    ...(timezone === undefined ? {} : { timezone: timezone ?? defaultMembers.timezone }),
    ...(name === undefined ? {} : { name }),
    ...(parameters === undefined ? {} : { parameters: (parameters ?? {}) as JsonObject }),
    ...(runOptions === undefined ? {} : { runOptions: knownOptions(runOptions) }),
    ...(enabled === undefined ? {} : { enabled: enabled ?? defaultMembers.enabled }),
    ...(startingDeadlineSeconds === undefined ? {} : { startingDeadlineSeconds }),
  };
}

const optionNames = ScheduleRequest.properties.run_options.anyOf[0].properties;

function knownOptions(options: ScheduleRequest['run_options']): JsonObject {
  const known = Object.entries(options ?? {}).filter(([name]) => Object.hasOwn(optionNames, name));
  return Object.fromEntries(known) as JsonObject;
}

function assertUsable({ cron, timezone, runOptions }: Partial<Members>): void {
  const problems = [
    ...problemAt('cron', cron === undefined ? null : cronProblem(cron)),
    ...problemAt('timezone', timezone === undefined ? null : timezoneProblem(timezone)),
    ...(runOptions === undefined ? [] : optionProblems(runOptions)),
  ];
  if (problems.length > 0) throw refused(problems);
}

function problemAt(member: string, reason: string | null): readonly Problem[] {
  return reason === null ? [] : [valueError([member], reason)];
}

/** Addresses, headers and combinations that no start accepts. */
function optionProblems(options: JsonObject): readonly Problem[] {
  try {
    readWorkflowRunRequest({ ...options, workflow_id: '' });
    return [];
  } catch (error) {
    if (!RunwrightError.is(error) || !Array.isArray(error.details.problems)) throw error;
    const problems = error.details.problems as readonly Problem[];
    return problems.map((problem) => ({ ...problem, path: ['run_options', ...problem.path] }));
  }
}

function refused(problems: readonly Problem[]): RunwrightError {
  return invalidInput('The schedule cannot be stored', problems);
}

function unknown(kind: 'Schedule' | 'Workflow', id: string): RunwrightError {
  return new RunwrightError('not_found', `${kind} ${id} not found`);
}
