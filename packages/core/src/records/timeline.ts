import type { Json, Run, TimelineEvent } from '@runwright/contract';
import { formatDate } from './format-date.ts';
import { actionResult, toTimelineAction } from './timeline-action.ts';
import {
  blockItem,
  endBlock,
  type Item,
  subtaskItem,
  type TimelineItem,
  takeOverItem,
  thoughtItem,
} from './timeline-item.ts';
import { addToTakeOver } from './timeline-take-over.ts';

/** Query of a timeline. */
export interface TimelineQuery {
  readonly order: 'asc' | 'desc';
  /** Default: all but `metadata` and `internal_plan`. */
  readonly thoughtTypes?: readonly string[];
  /** Only items that events with a larger `sequence` have changed, and those around them. Default: all. */
  readonly after?: number;
}

const hiddenThoughts = ['metadata', 'internal_plan'];

/** What an event has changed: an item without its children, or an action of a block. */
export type TimelineChange =
  | { readonly type: 'block' | 'thought' | 'take_over'; readonly record: Omit<TimelineItem, 'children'> }
  | { readonly type: 'action'; readonly record: Readonly<Record<string, Json>> };

/** The timeline of a run as it grows. */
export interface Timeline {
  /** Takes the next event, oldest first; returns what it has changed, as it is now, or null for nothing that is shown. */
  add(event: TimelineEvent): TimelineChange | null;
  /** Nested items: blocks with their actions, thoughts, and take-overs by people. */
  items(query: TimelineQuery): readonly TimelineItem[];
}

/** Converts the events of a run to nested items: blocks with their actions, thoughts, and take-overs by people. */
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
  const takeOvers = new Map<string, Item>();

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
        if (item?.block)
          Object.assign(item.block, { status: 'paused', waits_until: formatDate(event.dueAt) });
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
      case 'take-over-start': {
        const item = takeOverItem(run, event);
        roots.push(item);
        takeOvers.set(event.eventId, item);
        changedBy.set(item, event.sequence);
        return changed(item);
      }
      case 'take-over-action':
      case 'take-over-end': {
        const item = takeOvers.get(event.takeOverId);
        if (!item?.take_over) return null;
        item.modified_at = formatDate(event.at);
        item.take_over = addToTakeOver(item.take_over, event);
        changedBy.set(item, event.sequence);
        return changed(item);
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
    if (!block) return { type: item.type, record: { ...rest, block } };
    const list = actionsOf.get(String(block.workflow_run_block_id)) ?? [];
    return {
      type: 'block',
      record: { ...rest, block: { ...block, actions: list.map((one) => ({ ...one })) } },
    };
  }
}

/** Tests whether an item is shown: all but the thoughts of other types than the wanted ones. */
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
