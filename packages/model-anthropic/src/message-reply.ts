import {
  computerTool,
  type JsonObject,
  type ModelReply,
  type Part,
  RunwrightError,
  toComputerInput,
  type Usage,
} from '@runwright/contract';
import { toComputerAction } from './computer-actions.ts';
import { toOriginal, type WireBlock, type WireMessage } from './wire.ts';

/** Returns what a message says. Throws `model_failed`, retryable, when the body is none. */
export function messageReply(message: WireMessage): Pick<ModelReply, 'parts' | 'stop' | 'usage' | 'model'> {
  if (!Array.isArray(message?.content)) {
    throw new RunwrightError(
      'model_failed',
      'The model endpoint answered without a message. Check that its address speaks the Messages API.',
      { retryable: true },
    );
  }
  return {
    parts: message.content.flatMap(partOf),
    stop: stopOf(message.stop_reason),
    usage: usageOf(message.usage),
    model: message.model ?? '',
  };
}

function stopOf(reason: WireMessage['stop_reason']): ModelReply['stop'] {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'tool_use':
      return 'tool';
    case 'refusal':
      return 'refusal';
    default:
      return 'end';
  }
}

function partOf(block: WireBlock): readonly Part[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'thinking':
      return [{ type: 'reasoning', text: block.thinking, original: toOriginal(block) }];
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', original: toOriginal(block) }];
    case 'tool_use':
      return [callOf(block)];
    default:
      return [];
  }
}

/** The computer tool is one tool with the action among its input, or a set of tools, one for each action. */
function callOf(block: Extract<WireBlock, { type: 'tool_use' }>): Part {
  const { id, name } = block;
  const original = toOriginal(block);
  const isMember = block.toolset_name === computerTool;
  if (!isMember && name !== computerTool) {
    return { type: 'tool-call', id, name, input: objectOf(block.input), original };
  }
  const action = isMember ? name : String(objectOf(block.input).action);
  const input = toComputerInput({ actions: [toComputerAction(action, block.input)], safetyChecks: [] });
  return { type: 'tool-call', id, name: computerTool, input, original };
}

function objectOf(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const object: JsonObject = JSON.parse(JSON.stringify(value));
  return object;
}

/** The API counts tokens from and for its cache apart from the other input. The cost stays unknown: the answer does not tell it. */
function usageOf(usage: WireMessage['usage'] | undefined): Usage {
  const cached = usage?.cache_read_input_tokens ?? 0;
  const cacheWrite = usage?.cache_creation_input_tokens ?? 0;
  return {
    input: (usage?.input_tokens ?? 0) + cached + cacheWrite,
    ...{ cached, cacheWrite },
    output: usage?.output_tokens ?? 0,
    reasoning: usage?.output_tokens_details?.thinking_tokens ?? 0,
    cost: null,
  };
}
