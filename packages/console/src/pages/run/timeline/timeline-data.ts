import type { RunEvent, TimelineItem } from '@runwright/client';

/** Execution of a block, or of a part of a task that its planner chose. Its actions are in `TimelineData.actions`. */
export type TimelineBlock = NonNullable<TimelineItem['block']>;
export type TimelineThought = NonNullable<TimelineItem['thought']>;
export type TimelineAction = TimelineBlock['actions'][number];
/** A time in which a person had control of the browser. */
export type TimelineTakeOver = NonNullable<TimelineItem['take_over']>;

/** Timeline of a run by ids, in the order in which things began. Never changed: `withEvents` returns another one. */
export interface TimelineData {
  readonly blocks: ReadonlyMap<string, TimelineBlock>;
  readonly actions: ReadonlyMap<string, TimelineAction & { readonly blockId: string }>;
  readonly thoughts: ReadonlyMap<string, TimelineThought>;
  readonly takeOvers: ReadonlyMap<string, TimelineTakeOver>;
}

/** Timeline of a run in which nothing has happened. */
export const emptyTimeline: TimelineData = {
  blocks: new Map(),
  actions: new Map(),
  thoughts: new Map(),
  takeOvers: new Map(),
};

/** Collects the nested items of a timeline, oldest first. */
export function timelineDataOf(items: readonly TimelineItem[]): TimelineData {
  const draft = draftOf(emptyTimeline);
  const add = (item: TimelineItem): void => {
    addItem(draft, item);
    item.children.forEach(add);
  };
  items.forEach(add);
  return draft;
}

/** Returns the timeline after more events; those that it has taken before change nothing. */
export function withEvents(data: TimelineData, events: readonly RunEvent[]): TimelineData {
  const draft = draftOf(data);
  for (const { event, data: record } of events) {
    if (event === 'block' || event === 'thought' || event === 'take_over')
      addItem(draft, record as TimelineItem);
    if (event === 'action') addAction(draft, record as TimelineAction);
  }
  return draft;
}

type Draft = { -readonly [Name in keyof TimelineData]: Map<string, ValueOf<TimelineData[Name]>> };
type ValueOf<M> = M extends ReadonlyMap<string, infer Value> ? Value : never;

function draftOf({ blocks, actions, thoughts, takeOvers }: TimelineData): Draft {
  return {
    blocks: new Map(blocks),
    actions: new Map(actions),
    thoughts: new Map(thoughts),
    takeOvers: new Map(takeOvers),
  };
}

function addItem(
  draft: Draft,
  { block, thought, take_over: takeOver }: Pick<TimelineItem, 'block' | 'thought' | 'take_over'>,
): void {
  if (block) addBlock(draft, block);
  if (thought) draft.thoughts.set(thought.thought_id, thought);
  if (takeOver) draft.takeOvers.set(takeOver.take_over_id, takeOver);
}

function addBlock(draft: Draft, block: TimelineBlock): void {
  draft.blocks.set(block.workflow_run_block_id, { ...block, actions: [] });
  for (const action of block.actions)
    draft.actions.set(action.action_id, { ...action, blockId: block.workflow_run_block_id });
}

function addAction(draft: Draft, action: TimelineAction): void {
  const blockId = action.workflow_run_block_id ?? draft.actions.get(action.action_id)?.blockId ?? '';
  draft.actions.set(action.action_id, { ...action, blockId });
}
