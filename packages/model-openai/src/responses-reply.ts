import {
  type ComputerAction,
  computerTool,
  type ModelReply,
  type Part,
  RunwrightError,
  toComputerInput,
  type Usage,
} from '@runwright/contract';
import type {
  Response,
  ResponseComputerToolCall,
  ResponseOutputItem,
  ComputerAction as WireAction,
} from 'openai/resources/responses/responses';
import { argumentsOf } from './wire-reply.ts';

/** What a response says. Throws `model_failed`, retryable, when the body is none or says that it failed. */
export function responsesReply(
  response: Response,
): Pick<ModelReply, 'parts' | 'stop' | 'usage' | 'model' | 'handle'> {
  if (!Array.isArray(response?.output) || response.status === 'failed') {
    const reason = response?.error?.message ?? 'it has no output';
    throw new RunwrightError('model_failed', `The model endpoint gave no usable response: ${reason}.`, {
      retryable: true,
    });
  }
  const parts = response.output.flatMap(partsOf);
  const refused = response.output.some(
    (item) => item.type === 'message' && item.content.some(({ type }) => type === 'refusal'),
  );
  return {
    parts,
    stop: refused ? 'refusal' : stopOf(response, parts),
    usage: usageOf(response.usage),
    model: response.model ?? '',
    handle: response.id,
  };
}

function stopOf({ incomplete_details: incomplete }: Response, parts: readonly Part[]): ModelReply['stop'] {
  if (incomplete?.reason === 'max_output_tokens') return 'length';
  if (incomplete?.reason === 'content_filter') return 'filter';
  return parts.some(({ type }) => type === 'tool-call') ? 'tool' : 'end';
}

function partsOf(item: ResponseOutputItem): readonly Part[] {
  switch (item.type) {
    case 'message':
      return item.content.map((part): Part => {
        return { type: 'text', text: part.type === 'refusal' ? part.refusal : part.text };
      });
    case 'function_call':
      return [{ type: 'tool-call', id: item.call_id, name: item.name, input: argumentsOf(item) }];
    case 'computer_call':
      return [
        { type: 'tool-call', id: item.call_id, name: computerTool, input: toComputerInput(callOf(item)) },
      ];
    default:
      return [];
  }
}

function callOf({ action, actions, pending_safety_checks: checks }: ResponseComputerToolCall) {
  return {
    actions: (actions ?? (action ? [action] : [])).map(toAction),
    safetyChecks: (checks ?? []).map(({ id, code = null, message = null }) => ({ id, code, message })),
  };
}

function toAction(action: WireAction): ComputerAction {
  switch (action.type) {
    case 'click': {
      const { x, y, button } = action;
      if (button === 'back' || button === 'forward') return { type: button };
      return { type: 'click', x, y, button: button === 'wheel' ? 'middle' : button, count: 1 };
    }
    case 'double_click':
      return { type: 'click', x: action.x, y: action.y, button: 'left', count: 2 };
    case 'move':
      return { type: 'move', x: action.x, y: action.y };
    case 'drag':
      return { type: 'drag', path: action.path.map(({ x, y }) => ({ x, y })) };
    case 'keypress':
      return { type: 'keypress', keys: action.keys };
    case 'type':
      return { type: 'type', text: action.text };
    case 'scroll':
      return { type: 'scroll', x: action.x, y: action.y, right: action.scroll_x, down: action.scroll_y };
    case 'wait':
    case 'screenshot':
      return { type: action.type };
    default:
      return { type: 'unknown', name: String(Object(action).type) };
  }
}

/** The cost stays unknown: the protocol does not tell it. */
function usageOf(usage: Response['usage']): Usage {
  return {
    input: usage?.input_tokens ?? 0,
    cached: usage?.input_tokens_details?.cached_tokens ?? 0,
    cacheWrite: 0,
    output: usage?.output_tokens ?? 0,
    reasoning: usage?.output_tokens_details?.reasoning_tokens ?? 0,
    cost: null,
  };
}
