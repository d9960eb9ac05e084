import { formatCount, inWords } from '../../../lib/format.ts';
import type { TimelineTakeOver } from './timeline-data.ts';
import type { TimelineNode } from './timeline-node.ts';

/** What the person has done, with a line for each action. */
type TakeOverNode = Omit<TimelineNode, 'children'> & { children: TakeOverNode[] };

/** Returns the node of a time in which a person had control of the browser. */
export function takeOverNode(takeOver: TimelineTakeOver): TakeOverNode {
  const count = takeOver.actions.length;
  return {
    id: takeOver.take_over_id,
    record: { kind: 'take-over', takeOver },
    label: 'A person took control',
    detail: count === 0 ? 'and did nothing' : formatCount(count, 'action'),
    status: takeOver.status === 'running' ? 'running' : null,
    at: takeOver.created_at,
    durationMs: takeOver.duration === null ? null : takeOver.duration * 1000,
    children: takeOver.actions.map(personNode),
  };
}

function placeOf({ x, y }: TimelineTakeOver['actions'][number]): string | null {
  return x === null || y === null ? null : `at ${x}, ${y}`;
}

function personNode(action: TimelineTakeOver['actions'][number]): TakeOverNode {
  const given = action.masked ? 'hidden text' : (action.text ?? action.keys ?? action.url);
  return {
    id: action.action_id,
    record: { kind: 'person', action },
    label: `Person: ${inWords(action.action_type).toLowerCase()}`,
    detail: [action.description ?? placeOf(action), given].filter(Boolean).join(': ') || null,
    status: null,
    at: action.created_at,
    durationMs: null,
    children: [],
  };
}
