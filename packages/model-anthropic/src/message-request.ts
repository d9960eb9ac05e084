import {
  type Message,
  type ModelRequest,
  type Part,
  RunwrightError,
  type ToolSpec,
} from '@runwright/contract';
import { computerBetas, computerToolOf } from './computer-tool.ts';
import type { ModelFeatures } from './model-features.ts';
import {
  fromOriginal,
  type WireBlockParam,
  type WireBody,
  type WireImage,
  type WireMessageParam,
  type WireText,
  type WireTool,
} from './wire.ts';

/** One request: its body, and the values of the header `anthropic-beta`. */
export interface MessageRequest {
  readonly body: WireBody;
  readonly betas: readonly string[];
}

/** Makes the prompt up to here a prefix that the provider keeps for later requests. */
const cached = { cache_control: { type: 'ephemeral' } } as const;

/**
 * Builds one request to `POST /v1/messages` (https://platform.claude.com/docs/en/api/messages). The API has no `seed`.
 *
 * @throws RunwrightError `model_failed` with `details.unsupported` for an output mode that the API or the model does not have
 */
export function messageRequest(
  model: string,
  features: ModelFeatures,
  request: ModelRequest,
): MessageRequest {
  const { messages, output, limits, computer } = request;
  assertOutputMode(model, features, output);
  const system = messages
    .filter(({ role }) => role === 'system')
    .flatMap(({ content }) => textBlocks(partsOf(content)));
  const tools = toolsOf(model, features, request);
  const effort = effortOf(features, request.reasoning);
  return {
    body: {
      model,
      max_tokens: limits.outputTokens,
      messages: mergedMessages(messages),
      ...(system.length > 0 && { system: withCache(system) }),
      ...(tools.length > 0 && { tools: system.length > 0 ? [...tools] : withCache(tools) }),
      ...((effort || output?.mode === 'json_schema') && {
        output_config: {
          ...(effort && { effort }),
          ...(output?.mode === 'json_schema' && {
            format: { type: 'json_schema' as const, schema: { ...output.schema } },
          }),
        },
      }),
      ...(computer && features.thinksByDefault && { thinking: thinkingOf(features) }),
    },
    betas: [
      ...(computer && features.computerTool ? computerBetas(features.computerTool) : []),
      ...(computer && features.bindsThoughts ? ['thinking-binding-controls-2026-08-01'] : []),
    ],
  };
}

/** The API has no mode for any JSON object, and one for schemas in strict form only. */
function assertOutputMode(
  model: string,
  { structuredOutputs }: ModelFeatures,
  output: ModelRequest['output'],
): void {
  if (!output || output.mode === 'text') return;
  if (output.mode === 'json_schema' && structuredOutputs && output.strict !== false) return;
  const form = output.strict === false ? ' with a schema that is not in strict form' : '';
  throw new RunwrightError(
    'model_failed',
    `The model \`${model}\` has no output mode \`${output.mode}\`${form} in the Messages API. Ask for text.`,
    { details: { unsupported: true } },
  );
}

function toolsOf(
  model: string,
  { computerTool }: ModelFeatures,
  { tools = [], computer }: ModelRequest,
): readonly WireTool[] {
  if (computer && computerTool === null) {
    throw new RunwrightError(
      'model_failed',
      `The model \`${model}\` is not known to have a computer tool. Use another model.`,
    );
  }
  const functions = tools.map(
    ({ name, description, input }: ToolSpec): WireTool => ({
      ...{ name, description },
      input_schema: { type: 'object', ...input },
    }),
  );
  return [...(computer && computerTool ? [computerToolOf(computerTool, computer)] : []), ...functions];
}

/**
 * Returns how much the model thinks. A model that thinks unless told otherwise thinks as little as it can without a wish,
 * because the limit of output tokens includes the thoughts.
 */
function effortOf(
  { thinksByDefault }: ModelFeatures,
  reasoning: ModelRequest['reasoning'] = 'off',
): 'low' | 'medium' | 'high' | null {
  if (!thinksByDefault) return null;
  return reasoning === 'off' ? 'low' : reasoning;
}

/** These models write between calls in their thoughts only. Older screenshots are taken out, which would make thoughts invalid. */
function thinkingOf({ bindsThoughts }: ModelFeatures): NonNullable<WireBody['thinking']> {
  return {
    ...({ type: 'adaptive', display: 'summarized' } as const),
    ...(bindsThoughts && { block_binding: { prefix_mismatch_behavior: 'drop_block' } as const }),
  };
}

function withCache<Block extends object>(blocks: readonly Block[]): Block[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...cached } : block));
}

/** Users and the model take turns, and results of tools stand at the beginning of a message of the user. */
function mergedMessages(messages: readonly Message[]): WireMessageParam[] {
  const merged: { role: 'user' | 'assistant'; content: WireBlockParam[] }[] = [];
  const toolsets = toolsetsOf(messages);
  for (const { role, content } of messages) {
    if (role === 'system') continue;
    const side = role === 'assistant' ? 'assistant' : 'user';
    const blocks = partsOf(content).flatMap((part) => blockOf(part, toolsets));
    const last = merged.at(-1);
    if (last?.role === side) last.content.push(...blocks);
    else if (blocks.length > 0) merged.push({ role: side, content: blocks });
  }
  return merged.map(({ role, content }) => ({
    role,
    content: content.toSorted((a, b) => Number(b.type === 'tool_result') - Number(a.type === 'tool_result')),
  }));
}

/** Maps the calls of tools that belong to a set to the name of the set, which their results repeat. */
function toolsetsOf(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(({ content }) =>
    partsOf(content).filter((part) => part.type === 'tool-call'),
  );
  return new Map(
    calls.flatMap(({ id, original }) => {
      const name = original?.toolset_name;
      return typeof name === 'string' ? [[id, name] as const] : [];
    }),
  );
}

function partsOf(content: Message['content']): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function blockOf(part: Part, toolsets: ReadonlyMap<string, string>): WireBlockParam[] {
  switch (part.type) {
    case 'text':
    case 'image':
      return contentBlock(part);
    case 'tool-call': {
      const { id, name, input, original } = part;
      return [original ? fromOriginal(original) : { type: 'tool_use', id, name, input }];
    }
    case 'reasoning':
      return [fromOriginal(part.original)];
    case 'tool-result': {
      const { id, parts, isError } = part;
      const toolset = toolsets.get(id);
      return [
        {
          ...{ type: 'tool_result', tool_use_id: id, content: parts.flatMap(contentBlock) },
          ...(toolset !== undefined && { toolset_name: toolset }),
          ...(isError && { is_error: true }),
        },
      ];
    }
  }
}

function contentBlock(part: Part): (WireText | WireImage)[] {
  if (part.type === 'image') {
    const { mediaType, data } = part;
    return [{ type: 'image' as const, source: { type: 'base64' as const, media_type: mediaType, data } }];
  }
  return textBlocks([part]);
}

/** The API takes no empty text. */
function textBlocks(parts: readonly Part[]): WireText[] {
  return parts.flatMap((part) =>
    part.type === 'text' && part.text.trim() !== '' ? [{ type: 'text' as const, text: part.text }] : [],
  );
}
