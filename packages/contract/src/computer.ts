import type { JsonObject } from './json.ts';

/** Name of the tool call with which a model uses the computer tool of its provider; its input is a {@link ComputerCall}. */
export const computerTool = 'computer';

/** Protocol in which a model has a computer tool: that of OpenAI or of Anthropic, or an action grammar in free text. */
export type ComputerProtocol = 'openai' | 'anthropic' | 'grammar';

/** Point of the screenshot in pixels; null where the pointer is. */
export type PointOrPointer =
  | { readonly x: number; readonly y: number }
  | { readonly x: null; readonly y: null };

/** Action of a computer tool, in a form that all providers share. Points are in pixels of the screenshot. */
export type ComputerAction =
  | ({
      readonly type: 'click';
      readonly button: 'left' | 'middle' | 'right';
      readonly count: number;
      /** Keys that are held meanwhile, as the provider names them. Default: none. */
      readonly modifiers?: readonly string[];
    } & PointOrPointer)
  | { readonly type: 'move'; readonly x: number; readonly y: number }
  | { readonly type: 'drag'; readonly path: readonly { readonly x: number; readonly y: number }[] }
  /** Presses or releases the left button where the pointer is. */
  | { readonly type: 'mouse'; readonly direction: 'down' | 'up' }
  /** Keys that are pressed together, as the provider names them; `repeat` times (default 1), each held for `holdMs`. */
  | {
      readonly type: 'keypress';
      readonly keys: readonly string[];
      readonly repeat?: number;
      readonly holdMs?: number;
    }
  | { readonly type: 'type'; readonly text: string }
  /** Pixels to the right and down; negative: to the left and up. */
  | ({ readonly type: 'scroll'; readonly right: number; readonly down: number } & PointOrPointer)
  /** Default: as long as a page usually needs. */
  | { readonly type: 'wait'; readonly ms?: number }
  | { readonly type: 'screenshot' | 'back' | 'forward' }
  /** Asks for a larger picture of a part of the screenshot. */
  | {
      readonly type: 'zoom';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  /** Asks where the pointer is. */
  | { readonly type: 'cursor' }
  /** An action that the driver does not know, or whose values are wrong: `problem` says how. */
  | { readonly type: 'unknown'; readonly name: string; readonly problem?: string };

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
