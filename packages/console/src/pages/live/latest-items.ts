import type { TimelineItem } from '@runwright/client';
import { actionStatus } from '../../lib/action-status.ts';
import { inWords } from '../../lib/format.ts';

/** One line of what happened last. */
export interface LatestItem {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  readonly detail: string | null;
  /** Status of a block, an action or a take-over; null for a thought. */
  readonly status: string | null;
}

/** Returns the blocks, actions, thoughts and take-overs that began last, the newest first. */
export function latestItems(items: readonly TimelineItem[], count: number): readonly LatestItem[] {
  const found = items.flatMap(linesOf);
  return found.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, count);
}

function linesOf(item: TimelineItem): readonly LatestItem[] {
  const { block, thought, take_over: takeOver } = item;
  const lines: LatestItem[] = item.children.flatMap(linesOf);
  if (block) {
    lines.unshift({
      ...{ id: block.workflow_run_block_id, at: block.created_at, status: block.status },
      what: block.label,
      detail: inWords(block.block_type),
    });
    for (const action of block.actions)
      lines.push({
        ...{ id: action.action_id, at: action.created_at, status: actionStatus(action, block) },
        what: inWords(action.action_type ?? 'action'),
        detail: action.reasoning ?? action.description,
      });
  }
  if (thought)
    lines.push({
      ...{ id: thought.thought_id, at: thought.created_at, status: null },
      what: inWords(thought.thought_type),
      detail: thought.thought ?? thought.answer ?? thought.observation,
    });
  if (takeOver) {
    lines.push({
      ...{ id: takeOver.take_over_id, at: takeOver.created_at, status: takeOver.status },
      what: 'A person took control',
      detail: takeOver.ended_by === null ? null : `Ended by: ${inWords(takeOver.ended_by).toLowerCase()}`,
    });
    for (const action of takeOver.actions)
      lines.push({
        ...{ id: action.action_id, at: action.created_at, status: null },
        what: `Person: ${inWords(action.action_type).toLowerCase()}`,
        detail:
          [action.description, action.masked ? '(hidden)' : (action.text ?? action.keys)]
            .filter(Boolean)
            .join(': ') || null,
      });
  }
  return lines;
}
