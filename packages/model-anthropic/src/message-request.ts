import { type ModelRequest, RunwrightError, type ToolSpec } from '@runwright/contract';
import { computerBetas, computerToolOf } from './computer-tool.ts';
import type { ModelFeatures } from './model-features.ts';
import type { WireBody, WireTool } from './wire.ts';
import { systemBlocks, wireMessages } from './wire-messages.ts';

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
  const system = systemBlocks(messages);
  const tools = toolsOf(model, features, request);
  const effort = effortOf(features, request.reasoning);
  return {
    body: {
      model,
      max_tokens: limits.outputTokens,
      messages: wireMessages(messages),
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
