import type { JsonObject } from './json.ts';

/** Name of the tool call with which a model uses the computer tool of its provider; its input is a {@link ComputerCall}. */
export const computerTool = 'computer';

/** Action of a computer tool, in a form that all providers share. Points are in pixels of the screenshot. */
export type ComputerAction =
  | {
      readonly type: 'click';
      readonly x: number;
      readonly y: number;
      readonly button: 'left' | 'middle' | 'right';
      readonly count: number;
    }
  | { readonly type: 'move'; readonly x: number; readonly y: number }
  | { readonly type: 'drag'; readonly path: readonly { readonly x: number; readonly y: number }[] }
  /** Keys that are pressed together, as the provider names them. */
  | { readonly type: 'keypress'; readonly keys: readonly string[] }
  | { readonly type: 'type'; readonly text: string }
  /** Pixels to the right and down; negative: to the left and up. */
  | {
      readonly type: 'scroll';
      readonly x: number;
      readonly y: number;
      readonly right: number;
      readonly down: number;
    }
  | { readonly type: 'wait' | 'screenshot' | 'back' | 'forward' }
  /** An action that the driver does not know. */
  | { readonly type: 'unknown'; readonly name: string };

/** Warning of a provider about a call, which must be acknowledged before the conversation goes on. */
export type SafetyCheck = {
  readonly id: string;
  readonly code: string | null;
  readonly message: string | null;
};

/** Actions of one call of the computer tool, in their order. */
export interface ComputerCall {
  readonly actions: readonly ComputerAction[];
  readonly safetyChecks: readonly SafetyCheck[];
}

/** Converts a call to the input of a tool call. */
export function toComputerInput(call: ComputerCall): JsonObject {
  const input: JsonObject = JSON.parse(JSON.stringify(call));
  return input;
}

/** Reads the input of a tool call that {@link toComputerInput} has made. */
export function fromComputerInput(input: JsonObject): ComputerCall {
  const { actions, safetyChecks }: Partial<ComputerCall> = JSON.parse(JSON.stringify(input));
  return { actions: actions ?? [], safetyChecks: safetyChecks ?? [] };
}
