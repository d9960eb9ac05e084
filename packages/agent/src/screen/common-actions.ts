import type { AgentAction } from '../agent-actions.ts';

const waitMs = 2_000;
const longestWaitMs = 10_000;

/** Returns the action that waits for a page that is not ready; at most 10 s. */
export function waitAction(reason: string, ms: number = waitMs): AgentAction {
  return { reason, action_type: 'wait', for: 'ms', value: Math.min(ms, longestWaitMs) };
}

/** Returns the action that ends a task whose goal cannot be reached. */
export function giveUp(reason: string): AgentAction {
  return { reason, action_type: 'terminate', category: 'goal_unreachable', evidence: reason };
}

/** Returns whether an action has selected everything in the field with the focus. */
export function selectsAll(action: AgentAction | null): boolean {
  return action?.action_type === 'keypress' && action.keys.join() === 'Control+A';
}
