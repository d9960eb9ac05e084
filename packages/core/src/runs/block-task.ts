import type { Attempt, Json, JsonObject, Run, RunStatus, TimelineEvent } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';
import { readBlockTaskId } from '../runtime/block-task-id.ts';
import { followTimeline, readTimeline } from './timeline.ts';

/** The task that a block of a workflow run executed, shown as a task run. */
export interface BlockTask {
  /** The task as a run: its id is that of the task, everything else is that of the block attempt. */
  readonly run: Run;
  /** Run that the block belongs to. */
  readonly parent: Run;
  readonly blockRunId: string;
  /** Events of the block attempt, oldest first. */
  readonly events: readonly TimelineEvent[];
}

/** Finds the task of a block by its id; null when the organization has none of that id. */
export async function findBlockTask(
  deps: Pick<EngineDeps, 'store' | 'clock'>,
  organizationId: string,
  taskId: string,
): Promise<BlockTask | null> {
  const ids = readBlockTaskId(taskId);
  if (ids === null) return null;
  const { blockRunId } = ids;
  const parent = await deps.store.runs.get(organizationId, ids.workflowRunId);
  if (parent === null) return null;
  const attempts = await deps.store.attempts.read(parent.runId);
  const attempt = attempts.find((one) => one.blockRunId === blockRunId);
  if (!attempt) return null;
  const events = (await readTimeline(deps, parent.runId)).filter((event) => event.blockRunId === blockRunId);
  return { run: taskRun(taskId, parent, attempt, events), parent, blockRunId, events };
}

/** Yields the events of the block attempt as they happen, until it or its run has ended. */
export async function* followBlockTask(
  deps: Parameters<typeof followTimeline>[0],
  { parent, blockRunId }: BlockTask,
  options: Parameters<typeof followTimeline>[2],
): AsyncGenerator<TimelineEvent> {
  for await (const event of followTimeline(deps, parent, options)) {
    if (event.blockRunId !== blockRunId) continue;
    yield event;
    if (event.type === 'block-end') return;
  }
}

function taskRun(taskId: string, parent: Run, attempt: Attempt, events: readonly TimelineEvent[]): Run {
  const { blockType, status, startedAt, finishedAt } = attempt;
  const start = events.find((event) => event.type === 'block-start');
  const config = start?.type === 'block-start' ? start.config : {};
  return {
    ...parent,
    runId: taskId,
    kind: 'task',
    title: textOrNull(config.title),
    status: statuses[status],
    request: requestOf(blockType, config),
    parameters: {},
    settings: { ...parent.settings, webhookUrl: null },
    output: dataOf(attempt.output),
    summary: textOrNull(asRecord(attempt.output)?.summary),
    failureReason: attempt.failureReason,
    failureCategory: attempt.failureCategory,
    errors: attempt.errors,
    stepCount: events.filter(({ type }) => type === 'step-start').length,
    scriptRun: null,
    modelUse: null,
    warnings: parent.warnings.filter(({ path: [label] }) => label === attempt.label),
    webhookStatus: null,
    createdAt: startedAt,
    queuedAt: startedAt,
    startedAt,
    finishedAt,
    modifiedAt: finishedAt ?? startedAt,
  };
}

const statuses: Readonly<Record<Attempt['status'], RunStatus>> = {
  running: 'running',
  waiting: 'running',
  paused: 'paused',
  completed: 'completed',
  failed: 'failed',
  terminated: 'terminated',
  timed_out: 'timed_out',
  canceled: 'canceled',
  lost: 'failed',
};

/** The members of a block under the names of a task request. */
function requestOf(blockType: string, config: JsonObject): JsonObject {
  const request: Record<string, Json> = {
    prompt: config.prompt ?? config.navigation_goal ?? config.data_extraction_goal ?? null,
    url: config.url ?? null,
    engine: blockType === 'task_v2' ? 'service-2.0' : (config.engine ?? 'service-1.0'),
    title: config.title ?? null,
    data_extraction_schema: config.data_schema ?? null,
    error_code_mapping: config.error_code_mapping ?? null,
    max_steps: config.max_steps_per_run ?? config.max_steps ?? null,
    include_action_history_in_verification: config.include_action_history_in_verification ?? false,
  };
  return request;
}

/** The data of the block, as the output of a task run shows it. */
function dataOf(output: Json): Json {
  const members = asRecord(output);
  if (members === null || !('extracted_information' in members)) return output;
  const data = (members.extracted_information ?? null) as Json;
  if (typeof members.error !== 'string') return data;
  const { error } = members;
  return asRecord(data) ? { ...(data as JsonObject), error } : { extracted_information: data, error };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
