import { type Json, type JsonObject, type Run, type TimelineEvent, Type } from '@runwright/contract';
import { blockTaskId } from '../runtime/block-task-id.ts';
import { date } from './field-schemas.ts';
import { formatDate } from './format-date.ts';
import { taskIdOf } from './timeline-action.ts';
import { TimelineBlock, TimelineThought } from './timeline-schemas.ts';
import { TakeOver, toTakeOver } from './timeline-take-over.ts';

/** The items are built as plain objects, event by event; a test compares their members with the schema. */
function asObject(schema: Type.TSchema) {
  return Type.Unsafe<JsonObject | null>(Type.Union([schema, Type.Null()]));
}

/** An item of a run's timeline as the HTTP API responds with it; `children` are items of the same shape. */
export const TimelineItem = Type.Object(
  {
    type: Type.Enum(['block', 'thought', 'take_over']),
    created_at: date,
    modified_at: date,
    block: asObject(TimelineBlock),
    thought: asObject(TimelineThought),
    take_over: asObject(TakeOver),
    children: Type.Array(Type.Unsafe<JsonObject>({ 'x-component': 'TimelineItem' })),
  },
  { title: 'TimelineItem' },
);
export type TimelineItem = Type.Static<typeof TimelineItem>;

/** An item while it is built; {@link TimelineItem} checks its members. */
export type Item = Omit<TimelineItem, 'block' | 'take_over' | 'children'> & {
  block: Record<string, Json> | null;
  take_over: Record<string, Json> | null;
  children: Item[];
};

/** Blocks whose `body` is the text of a mail; other blocks mean something else by it. */
const mailTypes: ReadonlySet<string> = new Set(['send_email', 'human_interaction']);
/** Blocks that execute a task. */
const taskTypes: ReadonlySet<string> = new Set([
  'task',
  'navigation',
  'action',
  'extraction',
  'login',
  'file_download',
  'validation',
  'goto_url',
  'task_v2',
]);
/** Creates the item of a block that has begun. */
export function blockItem(run: Run, event: TimelineEvent & { type: 'block-start' }): Item {
  const { config } = event;
  const text = (name: string): Json => config[name] ?? null;
  return {
    type: 'block',
    created_at: formatDate(event.at),
    modified_at: formatDate(event.at),
    block: {
      workflow_run_block_id: event.eventId,
      workflow_run_id: run.workflowRunId,
      organization_id: run.organizationId,
      block_type: event.blockType,
      created_at: formatDate(event.at),
      modified_at: formatDate(event.at),
      block_workflow_run_id: null,
      description: null,
      parent_workflow_run_block_id: event.parentBlockRunId,
      label: event.label,
      status: 'running',
      output: null,
      continue_on_failure: config.continue_on_failure === true,
      failure_reason: null,
      engine: text('engine'),
      task_id: taskTypes.has(event.blockType) ? blockTaskId(run, event.eventId) : null,
      url: text('url'),
      navigation_goal: text('navigation_goal'),
      navigation_payload: text('parameters'),
      data_extraction_goal: text('data_extraction_goal'),
      data_schema: text('data_schema'),
      terminate_criterion: text('terminate_criterion'),
      complete_criterion: text('complete_criterion'),
      actions: [],
      include_action_history_in_verification: config.include_action_history_in_verification === true,
      duration: null,
      waits_until: waitEnd(event),
      loop_values: null,
      current_value: printed(event.currentValue),
      current_index: event.currentIndex,
      recipients: text('recipients'),
      attachments: text('file_attachments'),
      subject: text('subject'),
      body: mailTypes.has(event.blockType) ? text('body') : null,
      instructions: text('instructions'),
      positive_descriptor: text('positive_descriptor'),
      negative_descriptor: text('negative_descriptor'),
      executed_branch_id: null,
      executed_branch_expression: null,
      executed_branch_result: null,
      executed_branch_next_block: null,
    },
    thought: null,
    take_over: null,
    children: [],
  };
}

function waitEnd({
  at,
  blockType,
  config: { wait_sec: seconds },
}: TimelineEvent & { type: 'block-start' }): Json {
  return blockType === 'wait' && typeof seconds === 'number' ? formatDate(at + seconds * 1000) : null;
}

/** Creates the item of a take-over that has begun. */
export function takeOverItem(run: Run, event: TimelineEvent & { type: 'take-over-start' }): Item {
  return {
    type: 'take_over',
    created_at: formatDate(event.at),
    modified_at: formatDate(event.at),
    block: null,
    thought: null,
    take_over: toTakeOver(run, event),
    children: [],
  };
}

/** A subtask has the shape of the block that would do the same, in the task of the block that it is a part of. */
export function subtaskItem(run: Run, event: TimelineEvent & { type: 'subtask-start' }): Item {
  const { kind, goal, url, dataSchema, parentSubtaskId, currentIndex, currentValue } = event;
  const isExtraction = kind === 'extraction';
  const item = blockItem(run, {
    ...event,
    type: 'block-start',
    blockType: kind,
    path: [],
    attempt: 1,
    parentBlockRunId: parentSubtaskId ?? event.blockRunId,
    config: {
      ...{ url, data_schema: dataSchema },
      [isExtraction ? 'data_extraction_goal' : 'navigation_goal']: goal,
    },
    ...{ currentIndex, currentValue },
  });
  if (item.block) item.block.task_id = event.blockRunId === null ? null : blockTaskId(run, event.blockRunId);
  return item;
}

type End = Pick<
  TimelineEvent & { type: 'block-end' },
  'at' | 'status' | 'output' | 'failureReason' | 'durationMs' | 'branch'
>;

/** Puts the end of a block into its item. */
export function endBlock(item: Item | undefined, event: End): void {
  if (!item?.block) return;
  item.modified_at = formatDate(event.at);
  if (item.block.block_type === 'workflow_trigger') item.block.block_workflow_run_id = childOf(event.output);
  Object.assign(item.block, {
    status: event.status,
    output: event.output,
    failure_reason: event.failureReason,
    duration: event.durationMs / 1000,
    waits_until: null,
    modified_at: formatDate(event.at),
    executed_branch_id: event.branch?.branchId ?? null,
    executed_branch_expression: event.branch?.expression ?? null,
    executed_branch_result: event.branch?.result ?? null,
    executed_branch_next_block: event.branch?.nextLabel ?? null,
  });
}

/** The run that a block has started. */
function childOf(output: Json): Json {
  const { workflow_run_id: id } = Object(output) as { readonly workflow_run_id?: Json };
  return id ?? null;
}

/** Creates the item of a thought. */
export function thoughtItem(run: Run, event: TimelineEvent & { type: 'thought' }): Item {
  return {
    type: 'thought',
    created_at: formatDate(event.at),
    modified_at: formatDate(event.at),
    block: null,
    thought: {
      thought_id: event.eventId,
      task_id: taskIdOf(run, event),
      organization_id: run.organizationId,
      created_at: formatDate(event.at),
      modified_at: formatDate(event.at),
      workflow_run_id: run.workflowRunId,
      workflow_run_block_id: event.blockRunId,
      workflow_id: run.workflowId,
      workflow_permanent_id: run.workflowPermanentId,
      user_input: run.request.prompt ?? null,
      observation: event.observation,
      thought: event.thought,
      answer: event.answer,
      thought_type: event.thoughtType,
      thought_scenario: event.scenario,
      output: event.output,
      input_token_count: event.usage?.input ?? null,
      output_token_count: event.usage?.output ?? null,
      reasoning_token_count: event.usage?.reasoning ?? null,
      cached_token_count: event.usage?.cached ?? null,
      thought_cost: event.usage?.cost ?? null,
    },
    take_over: null,
    children: [],
  };
}

function printed(value: Json): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
