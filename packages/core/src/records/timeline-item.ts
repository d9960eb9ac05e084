import { type Json, type JsonObject, type Run, type TimelineEvent, Type } from '@runwright/contract';
import { blockTaskId } from '../runtime/block-task-id.ts';
import { date } from './field-schemas.ts';
import { formatDate } from './format-date.ts';
import { actionResult, taskIdOf, toTimelineAction } from './timeline-action.ts';
import { TimelineBlock, TimelineThought } from './timeline-schemas.ts';

/** The items are built as plain objects, event by event; a test compares their members with the schema. */
function asObject(schema: Type.TSchema) {
  return Type.Unsafe<JsonObject | null>(Type.Union([schema, Type.Null()]));
}

/** An item of a run's timeline as the HTTP API responds with it; `children` are items of the same shape. */
export const TimelineItem = Type.Object(
  {
    type: Type.Enum(['block', 'thought']),
    created_at: date,
    modified_at: date,
    block: asObject(TimelineBlock),
    thought: asObject(TimelineThought),
    children: Type.Array(Type.Unsafe<JsonObject>({ 'x-component': 'TimelineItem' })),
  },
  { title: 'TimelineItem' },
);
export type TimelineItem = Type.Static<typeof TimelineItem>;

/** Query of a timeline. */
export interface TimelineQuery {
  readonly order: 'asc' | 'desc';
  /** Default: all but `metadata` and `internal_plan`. */
  readonly thoughtTypes?: readonly string[];
  /** Only items that events with a larger `sequence` have changed, and those around them. Default: all. */
  readonly after?: number;
}

/** An item while it is built; {@link TimelineItem} checks its members. */
type Item = Omit<TimelineItem, 'block' | 'children'> & {
  block: Record<string, Json> | null;
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
const hiddenThoughts = ['metadata', 'internal_plan'];

/** What an event has changed: an item without its children, or an action of a block. */
export type TimelineChange =
  | { readonly type: 'block' | 'thought'; readonly record: Omit<TimelineItem, 'children'> }
  | { readonly type: 'action'; readonly record: Readonly<Record<string, Json>> };

/** The timeline of a run as it grows. */
export interface Timeline {
  /** Takes the next event, oldest first; returns what it has changed, as it is now, or null for nothing that is shown. */
  add(event: TimelineEvent): TimelineChange | null;
  /** Nested items: blocks with their actions, and thoughts. */
  items(query: TimelineQuery): readonly TimelineItem[];
}

/** Converts the events of a run to nested items: blocks with their actions, and thoughts. */
export function toTimelineItems(
  run: Run,
  events: readonly TimelineEvent[],
  query: TimelineQuery,
): readonly TimelineItem[] {
  const timeline = createTimeline(run);
  for (const event of events) timeline.add(event);
  return timeline.items(query);
}

/** Creates the empty timeline of a run. */
export function createTimeline(run: Run): Timeline {
  const blocks = new Map<string, Item>();
  const roots: Item[] = [];
  const actions = new Map<string, Record<string, Json>>();
  const actionsOf = new Map<string, Record<string, Json>[]>();
  const stepOrders = new Map<string, number>();
  const subtasks = new Map<string, string>();
  const ownerOf = new Map<string, string>();
  /** Sequence of the latest event that changed an item or one of its actions. */
  const changedBy = new Map<Item, number>();

  return { add, items };

  function add(event: TimelineEvent): TimelineChange | null {
    const change = apply(event);
    const item = blocks.get(ownerOf.get(idOfAction(event) ?? '') ?? event.eventId);
    if (item) changedBy.set(item, event.sequence);
    return change;
  }

  function apply(event: TimelineEvent): TimelineChange | null {
    switch (event.type) {
      case 'block-start': {
        const item = blockItem(run, event);
        const parent = event.parentBlockRunId === null ? undefined : blocks.get(event.parentBlockRunId);
        (parent?.children ?? roots).push(item);
        blocks.set(event.eventId, item);
        actionsOf.set(event.eventId, []);
        return changed(item);
      }
      case 'step-start':
        stepOrders.set(event.eventId, event.order);
        if (event.subtaskId !== undefined) subtasks.set(event.eventId, event.subtaskId);
        return null;
      case 'subtask-start': {
        const item = subtaskItem(run, event);
        blocks.get(event.parentSubtaskId ?? event.blockRunId ?? '')?.children.push(item);
        blocks.set(event.eventId, item);
        actionsOf.set(event.eventId, []);
        return changed(item);
      }
      case 'subtask-end': {
        const item = blocks.get(event.eventId);
        endBlock(item, { ...event, branch: null });
        return changed(item);
      }
      case 'loop-values': {
        const item = blocks.get(event.eventId);
        if (item?.block) item.block.loop_values = event.values;
        return changed(item);
      }
      case 'block-pause': {
        const item = blocks.get(event.eventId);
        if (item?.block) item.block.status = 'paused';
        return changed(item);
      }
      case 'block-end': {
        const item = blocks.get(event.eventId);
        endBlock(item, event);
        return changed(item);
      }
      case 'thought': {
        const item = thoughtItem(run, event);
        roots.push(item);
        changedBy.set(item, event.sequence);
        return changed(item);
      }
      case 'action':
      case 'action-start': {
        const owner = subtasks.get(event.stepId ?? '') ?? event.blockRunId;
        const stepOrder = stepOrders.get(event.stepId ?? '') ?? null;
        const action = toTimelineAction(run, event, { stepOrder, blockRunId: owner });
        actions.set(event.eventId, action);
        ownerOf.set(event.eventId, owner ?? '');
        actionsOf.get(owner ?? '')?.push(action);
        return { type: 'action', record: { ...action } };
      }
      case 'action-end': {
        const action = actions.get(event.actionId);
        if (!action) return null;
        Object.assign(action, { ...actionResult(event), modified_at: formatDate(event.at) });
        return { type: 'action', record: { ...action } };
      }
      case 'artifact': {
        const action = event.actionId === null ? undefined : actions.get(event.actionId);
        if (action && event.artifactType === 'screenshot_action')
          action.screenshot_artifact_id = event.artifactId;
        return null;
      }
      default:
        return null;
    }
  }

  function items(query: TimelineQuery): readonly TimelineItem[] {
    for (const [id, list] of actionsOf) {
      const block = blocks.get(id)?.block;
      if (block) block.actions = ordered(list, query.order);
    }
    const { after = 0 } = query;
    const isNew = (item: Item): boolean => (changedBy.get(item) ?? 0) > after || item.children.some(isNew);
    return sorted(
      roots.filter((item) => showsItem(item, query)),
      { order: query.order, isShown: after === 0 ? () => true : isNew },
    );
  }

  /** The item as it is now, with the actions so far, oldest first. */
  function changed(item: Item | undefined): TimelineChange | null {
    if (!item) return null;
    const { children: _children, block, ...rest } = item;
    if (!block) return { type: 'thought', record: { ...rest, block } };
    const list = actionsOf.get(String(block.workflow_run_block_id)) ?? [];
    return {
      type: 'block',
      record: { ...rest, block: { ...block, actions: list.map((one) => ({ ...one })) } },
    };
  }
}

function blockItem(run: Run, event: TimelineEvent & { type: 'block-start' }): Item {
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
    children: [],
  };
}

/** A subtask has the shape of the block that would do the same, in the task of the block that it is a part of. */
function subtaskItem(run: Run, event: TimelineEvent & { type: 'subtask-start' }): Item {
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

function endBlock(item: Item | undefined, event: End): void {
  if (!item?.block) return;
  item.modified_at = formatDate(event.at);
  if (item.block.block_type === 'workflow_trigger') item.block.block_workflow_run_id = childOf(event.output);
  Object.assign(item.block, {
    status: event.status,
    output: event.output,
    failure_reason: event.failureReason,
    duration: event.durationMs / 1000,
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

function thoughtItem(run: Run, event: TimelineEvent & { type: 'thought' }): Item {
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
    children: [],
  };
}

/** Tests whether an item is shown: every block, and the thoughts of the wanted types. */
export function showsItem(
  { thought }: Pick<TimelineItem, 'thought'>,
  { thoughtTypes }: Pick<TimelineQuery, 'thoughtTypes'>,
): boolean {
  if (!thought) return true;
  const type = String(thought.thought_type);
  return thoughtTypes ? thoughtTypes.includes(type) : !hiddenThoughts.includes(type);
}

/** Events come oldest first, so an order is only a direction, the same at every level. */
function sorted(
  items: readonly Item[],
  { order, isShown }: Pick<TimelineQuery, 'order'> & { readonly isShown: (item: Item) => boolean },
): TimelineItem[] {
  const shown = items.filter(isShown);
  return ordered(shown, order).map((item) => ({
    ...item,
    children: sorted(item.children, { order, isShown }),
  }));
}

/** The action that an event is about. */
function idOfAction(event: TimelineEvent): string | null {
  if (event.type === 'action' || event.type === 'action-start') return event.eventId;
  return event.type === 'action-end' || event.type === 'artifact' ? event.actionId : null;
}

function ordered<T>(list: readonly T[], order: 'asc' | 'desc'): T[] {
  return order === 'asc' ? [...list] : [...list].reverse();
}

function printed(value: Json): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
