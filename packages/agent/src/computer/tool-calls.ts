import {
  type ComputerAction,
  computerTool,
  fromComputerInput,
  type Part,
  type SafetyCheck,
} from '@runwright/contract';
import type { ToolAction } from './to-agent-actions.ts';

/** Call of the computer tool or of a function beside it. */
export type ToolCall = Extract<Part, { type: 'tool-call' }>;

/** Returns the calls of a turn. */
export function callsOf(parts: readonly Part[]): readonly ToolCall[] {
  return parts.filter((part) => part.type === 'tool-call');
}

/** Returns whether a call is one of the computer tool. */
export function isComputerCall({ name }: ToolCall): boolean {
  return name === computerTool;
}

/** Returns what a call does. */
export function actionsOf(call: ToolCall): readonly ToolAction[] {
  const { name, input } = call;
  return isComputerCall(call) ? computerActionsOf(call) : [{ type: 'function', name, input }];
}

/** Returns the actions of a call of the computer tool; none for another call. */
export function computerActionsOf(call: ToolCall): readonly ComputerAction[] {
  return isComputerCall(call) ? fromComputerInput(call.input).actions : [];
}

/** Returns the warnings of the provider about a call. */
export function checksOf(call: ToolCall): readonly SafetyCheck[] {
  return isComputerCall(call) ? fromComputerInput(call.input).safetyChecks : [];
}
