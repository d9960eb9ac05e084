import type { TimelineEvent } from '@runwright/contract';
import type { ScriptTarget } from '../learned-block.ts';
import { targetOf } from './recorded-steps.ts';

/**
 * Returns the elements of a script that were found in another way than by their selectors, by name, as the actions on them
 * describe them now.
 */
export function repairedTargets(
  events: readonly TimelineEvent[],
  targets: Readonly<Record<string, unknown>>,
): Readonly<Record<string, ScriptTarget>> {
  const repaired: Record<string, ScriptTarget> = {};
  for (const [index, event] of events.entries()) {
    if (event.type !== 'thought' || typeof event.output?.repaired_target !== 'string') continue;
    const { repaired_target: name, element_id: id } = event.output;
    const action = events.slice(index).find((each) => each.type === 'action-start' && each.action.id === id);
    if (action?.type !== 'action-start' || !Object.hasOwn(targets, name)) continue;
    const end = events.find((each) => each.type === 'action-end' && each.actionId === action.actionId);
    if (end?.type !== 'action-end' || end.status !== 'completed') continue;
    const target = targetOf(end.result.target, action.reasoning);
    if (target !== null) repaired[name] = target;
  }
  return repaired;
}
