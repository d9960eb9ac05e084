import {
  defaults,
  type JsonObject,
  notFound,
  type Problem,
  RunwrightError,
  type Schedule,
  ScheduleChange,
  ScheduleRequest,
  type StartWarning,
  type Workflow,
} from '@runwright/contract';
import { compileSchema, invalidInput, valueError } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { readParameters } from '../run-requests/accept-parameters.ts';
import { checkAddresses } from '../run-requests/check-addresses.ts';
import { partialProblems } from '../run-requests/partial-run.ts';
import { readWorkflowRunRequest } from '../run-requests/run-request.ts';
import { parameterWarnings } from '../run-requests/start-warnings.ts';
import { cronProblem, nextDueTime, nextDueTimes, timezoneProblem } from '../schedules/cron.ts';

const checkRequest = compileSchema(ScheduleRequest);
const checkChange = compileSchema(ScheduleChange);

/** The schedule calls of an engine. `wake` is called when a due time may have changed. */
export function createSchedules(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'makeId' | 'credentials' | 'egress'>,
  wake: () => void,
): Engine['schedules'] {
  const { store, clock, makeId } = deps;
  const get = async (organizationId: string, scheduleId: string): Promise<Schedule> => {
    const schedule = await store.schedules.get(organizationId, scheduleId);
    if (schedule === null) throw notFound('Schedule', scheduleId);
    return schedule;
  };
  const findWorkflow = async (organizationId: string, id: string): Promise<Workflow> => {
    const workflow = await store.workflows.get(organizationId, id);
    if (workflow === null) throw notFound('Workflow', id);
    return workflow;
  };

  return {
    get,

    async create(organizationId, workflowPermanentId, given, { apiKeyId = null } = {}) {
      const checked = checkRequest(given);
      if (!checked.ok) throw refused(checked.problems);
      const { cron } = checked.value;
      const members = { ...defaultMembers, cron, ...membersOf(checked.value) };
      assertUsable(members);
      const warnings = await checkRuns(
        deps,
        await findWorkflow(organizationId, workflowPermanentId),
        members,
      );
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
      return { ...schedule, warnings };
    },

    async update(organizationId, scheduleId, given) {
      const checked = checkChange(given);
      if (!checked.ok) throw refused(checked.problems);
      const members = membersOf(checked.value);
      assertUsable(members);
      const schedule = await get(organizationId, scheduleId);
      const workflow = await store.workflows.get(organizationId, schedule.workflowPermanentId);
      const warnings = workflow ? await checkRuns(deps, workflow, members) : [];
      const { cron, timezone, enabled } = { ...schedule, ...members };
      const now = clock.now();
      const isSameTime =
        cron === schedule.cron && timezone === schedule.timezone && enabled === schedule.enabled;
      const changed = await store.schedules.change(organizationId, scheduleId, {
        ...members,
        ...(isSameTime ? {} : { nextRunAt: enabled ? nextDueTime({ cron, timezone }, now) : null }),
        modifiedAt: now,
      });
      if (changed === null) throw notFound('Schedule', scheduleId);
      wake();
      return { ...changed, warnings };
    },

    async list(organizationId, { page = 1, pageSize = defaults.pageSize, workflowPermanentId } = {}) {
      if (workflowPermanentId === undefined) return store.schedules.list({ organizationId, page, pageSize });
      await findWorkflow(organizationId, workflowPermanentId);
      return store.schedules.list({ organizationId, page, pageSize, workflowPermanentId });
    },

    async delete(organizationId, scheduleId) {
      if (!(await store.schedules.delete(organizationId, scheduleId))) throw notFound('Schedule', scheduleId);
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

/**
 * Checks what each run is started with against the latest version of the workflow: else the first due time would find a mistake. Members
 * that are absent are not checked.
 *
 * @returns parameters that the workflow does not have
 */
async function checkRuns(
  deps: Pick<EngineDeps, 'credentials' | 'egress'>,
  workflow: Workflow,
  { parameters, runOptions }: Partial<Members>,
): Promise<readonly StartWarning[]> {
  const { workflowPermanentId, draft } = workflow;
  const request = readWorkflowRunRequest({ ...runOptions, workflow_id: workflowPermanentId });
  const problems = [
    ...(parameters ? (await readParameters(deps, workflow, parameters)).problems : []),
    ...inRunOptions(partialProblems(request, draft.workflow_definition)),
  ];
  if (problems.length > 0) throw refused(problems);
  await checkAddresses(deps, [
    { path: ['run_options', 'webhook_url'], address: request.webhook_url },
    { path: ['run_options', 'totp_url'], address: request.totp_url },
    { path: ['run_options', 'browser_address'], address: request.browser_address?.replace(/^ws/, 'http') },
  ]);
  return parameters ? parameterWarnings(workflow, parameters) : [];
}

/** Addresses, headers and combinations that no start accepts. */
function optionProblems(options: JsonObject): readonly Problem[] {
  try {
    readWorkflowRunRequest({ ...options, workflow_id: '' });
    return [];
  } catch (error) {
    if (!RunwrightError.is(error) || !Array.isArray(error.details.problems)) throw error;
    return inRunOptions(error.details.problems);
  }
}

function inRunOptions(problems: readonly Problem[]): readonly Problem[] {
  return problems.map((problem) => ({ ...problem, path: ['run_options', ...problem.path] }));
}

function refused(problems: readonly Problem[]): RunwrightError {
  return invalidInput('The schedule cannot be stored', problems);
}
