import type { Message, ModelRequest, Part, ToolSpec } from '@runwright/contract';
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';

/** Which member carries the limit of output tokens; servers other than OpenAI's often know the older one only. */
export type TokenLimitMember = 'max_completion_tokens' | 'max_tokens';

/**
 * The body of one request to `POST /chat/completions`
 * (https://platform.openai.com/docs/api-reference/chat/create). Members that were not asked for are left out.
 */
export function wireRequest(
  model: string,
  tokenLimit: TokenLimitMember,
  request: ModelRequest,
): ChatCompletionCreateParamsNonStreaming {
  const { messages, output, tools = [], limits, reasoning, seed } = request;
  return {
    model,
    messages: messages.flatMap(wireMessages),
    [tokenLimit]: limits.outputTokens,
    ...(output && output.mode !== 'text' && { response_format: responseFormat(output) }),
    ...(tools.length > 0 && { tools: tools.map(wireTool) }),
    ...(reasoning && { reasoning_effort: reasoning === 'off' ? 'none' : reasoning }),
    ...(seed !== undefined && { seed }),
  };
}

function responseFormat({ name, schema, mode, strict = true }: NonNullable<ModelRequest['output']>) {
  if (mode === 'json_object') return { type: 'json_object' as const };
  return { type: 'json_schema' as const, json_schema: { name: schemaName(name), schema, strict } };
}

/** Letters, digits, `_` and `-`, at most 64: all that the API takes as the name of a schema. */
function schemaName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
}

function wireTool({ name, description, input }: ToolSpec): ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters: input } };
}

function wireMessages(message: Message): readonly ChatCompletionMessageParam[] {
  const { role, content } = message;
  const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  switch (role) {
    case 'system':
      return [{ role, content: textOf(parts) }];
    case 'user':
      return [{ role, content: userContent(parts) }];
    case 'assistant':
      return [assistantMessage(parts)];
    case 'tool':
      return parts.flatMap((part) =>
        part.type === 'tool-result' ? [{ role, tool_call_id: part.id, content: textOf(part.parts) }] : [],
      );
  }
}

/** Text alone goes as one string, because many small servers know no list of parts. */
function userContent(parts: readonly Part[]): string | ChatCompletionContentPart[] {
  if (!parts.some(({ type }) => type === 'image')) return textOf(parts);
  return parts.flatMap((part): ChatCompletionContentPart[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type !== 'image') return [];
    return [{ type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${part.data}` } }];
  });
}

function assistantMessage(parts: readonly Part[]): ChatCompletionMessageParam {
  const calls = parts.filter((part) => part.type === 'tool-call');
  const text = textOf(parts);
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, input }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: JSON.stringify(input) },
      })),
    }),
  };
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}
