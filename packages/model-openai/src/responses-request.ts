import { computerTool, type Message, type ModelRequest, type Part } from '@runwright/contract';
import type {
  ResponseCreateParamsNonStreaming,
  ResponseInputContent,
  ResponseInputItem,
  Tool,
} from 'openai/resources/responses/responses';

/**
 * The body of one request to `POST /responses` with the computer tool
 * (https://platform.openai.com/docs/guides/tools-computer-use). With `previous`, `messages` are the new ones only.
 */
export function responsesRequest(model: string, request: ModelRequest): ResponseCreateParamsNonStreaming {
  const { messages, previous, tools = [], computer, limits } = request;
  const functions = tools.map(
    ({ name, description, input }): Tool => ({
      ...{ type: 'function', name, description, parameters: { ...input }, strict: false },
    }),
  );
  return {
    model,
    input: messages.flatMap(inputItems),
    tools: [...(computer ? [computerToolFor(model, computer)] : []), ...functions],
    max_output_tokens: limits.outputTokens,
    truncation: 'auto',
    ...(previous === undefined ? {} : { previous_response_id: previous }),
  };
}

/** Older models want the size of the screen. */
function computerToolFor(model: string, { width, height }: NonNullable<ModelRequest['computer']>): Tool {
  if (!model.startsWith('computer-use-preview')) return { type: 'computer' };
  return {
    ...{ type: 'computer_use_preview', environment: 'browser' },
    ...{ display_width: width, display_height: height },
  };
}

function inputItems({ role, content }: Message): readonly ResponseInputItem[] {
  const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (role === 'tool') return parts.flatMap(resultItem);
  if (role === 'assistant') return [{ role, content: textOf(parts) }];
  return [{ role, content: parts.flatMap(contentPart) }];
}

function contentPart(part: Part): ResponseInputContent[] {
  if (part.type === 'text') return [{ type: 'input_text', text: part.text }];
  if (part.type !== 'image') return [];
  return [{ type: 'input_image', image_url: imageUrl(part), detail: 'auto' }];
}

/** The result of the computer tool is a screenshot, that of a function a text. */
function resultItem(part: Part): ResponseInputItem[] {
  if (part.type !== 'tool-result') return [];
  const image = part.parts.find((each) => each.type === 'image');
  if (part.name !== computerTool || image === undefined) {
    return [{ type: 'function_call_output', call_id: part.id, output: textOf(part.parts) }];
  }
  return [
    {
      type: 'computer_call_output',
      call_id: part.id,
      output: { type: 'computer_screenshot', image_url: imageUrl(image) },
      acknowledged_safety_checks: (part.acknowledged ?? []).map((check) => ({ ...check })),
    },
  ];
}

function imageUrl({ mediaType, data }: Extract<Part, { type: 'image' }>): string {
  return `data:${mediaType};base64,${data}`;
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}
