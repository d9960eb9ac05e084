/** Filters of the runs in the address. */
export interface RunsSearch {
  readonly q?: string;
  readonly status?: RunStatus;
  readonly type?: RunType;
  /** Permanent id of a workflow. */
  readonly workflow?: string;
}

/** Statuses that the list can be filtered by. */
export const runStatuses = [
  'created',
  'queued',
  'running',
  'completed',
  'failed',
  'terminated',
  'timed_out',
  'canceled',
] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Types of runs, with the name that the page shows. */
export const runTypes = {
  workflow_run: 'Workflow',
  task_v1: 'Task',
  task_v2: 'Task with a planner',
  cua_a: 'Computer use (OpenAI)',
  cua_b: 'Computer use (Anthropic)',
  ui_agent: 'UI agent',
} as const;
export type RunType = keyof typeof runTypes;

/** Reads the filters; what is no filter is left out. */
export function runsSearch(search: Readonly<Record<string, unknown>>): RunsSearch {
  const { q, status, type, workflow } = search;
  return {
    ...(q === undefined || q === '' ? {} : { q: String(q) }),
    ...(isStatus(status) ? { status } : {}),
    ...(isType(type) ? { type } : {}),
    ...(typeof workflow === 'string' && workflow !== '' ? { workflow } : {}),
  };
}

function isStatus(value: unknown): value is RunStatus {
  return runStatuses.some((status) => status === value);
}

function isType(value: unknown): value is RunType {
  return typeof value === 'string' && Object.hasOwn(runTypes, value);
}
