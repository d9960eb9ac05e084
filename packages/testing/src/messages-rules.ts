import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '@runwright/contract';

/** Content block of a request or an answer, as far as the rules need it. */
export interface WireBlock {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly tool_use_id?: string;
  readonly toolset_name?: string;
  readonly is_error?: boolean;
  readonly content?: readonly WireBlock[];
  readonly signature?: string;
  readonly [member: string]: unknown;
}

/** Body of a request to `POST /v1/messages`. */
export interface MessagesBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly system?: readonly WireBlock[];
  readonly messages: readonly { readonly role: string; readonly content: readonly WireBlock[] }[];
  readonly tools?: readonly JsonObject[];
  readonly output_config?: { readonly format?: { readonly type: string; readonly schema: JsonObject } };
  readonly thinking?: { readonly block_binding?: { readonly prefix_mismatch_behavior?: string } };
  readonly [member: string]: unknown;
}

/** Versions of the API. */
const versions: ReadonlySet<string> = new Set(['2023-06-01', '2026-10-21']);

const computerBetas: Readonly<Record<string, string | null>> = {
  computer_toolset_20260801: null,
  computer_20251124: 'computer-use-2025-11-24',
  computer_20250124: 'computer-use-2025-01-24',
};

/**
 * Returns what is wrong with a request by the rules of the Messages API.
 *
 * @param sent content blocks that the server has sent: thoughts come back unchanged
 */
export function messageProblems(
  body: MessagesBody,
  headers: IncomingHttpHeaders,
  sent: readonly WireBlock[],
): readonly string[] {
  const betas = String(headers['anthropic-beta'] ?? '').split(',');
  return [
    ...(versions.has(String(headers['anthropic-version'])) ? [] : ['anthropic-version: header is required.']),
    ...(headers.authorization || headers['x-api-key'] ? [] : ['No API key was given.']),
    ...(Number.isInteger(body.max_tokens) && body.max_tokens > 0 ? [] : ['max_tokens: field required.']),
    ...turnProblems(body.messages),
    ...body.messages.flatMap(({ content }) => content.flatMap((block) => blockProblems(block, sent))),
    ...toolProblems(body.tools ?? [], betas),
    ...schemaProblems(body.output_config?.format?.schema),
    ...(body.thinking?.block_binding && !betas.includes('thinking-binding-controls-2026-08-01')
      ? ['thinking.block_binding: Extra inputs are not permitted.']
      : []),
    ...(JSON.stringify(body).split('"cache_control"').length > 5 ? ['Too many cache breakpoints.'] : []),
  ];
}

function turnProblems(messages: MessagesBody['messages']): readonly string[] {
  return [
    ...(messages[0]?.role === 'user' ? [] : ['messages: first message must use the "user" role.']),
    ...(messages.at(-1)?.role === 'user' ? [] : ['messages: the last message must be one of the user.']),
    ...messages.flatMap(({ role, content }, index) => {
      const before = messages[index - 1];
      const calls = (before?.content ?? []).filter(({ type }) => type === 'tool_use');
      const results = content.filter(({ type }) => type === 'tool_result');
      const firstOther = content.findIndex(({ type }) => type !== 'tool_result');
      return [
        ...(content.length > 0 ? [] : [`messages.${index}: all messages must have non-empty content.`]),
        ...(before?.role === role ? [`messages.${index}: roles must alternate.`] : []),
        ...(firstOther >= 0 && firstOther < results.length
          ? [`messages.${index}: tool_result blocks must come first.`]
          : []),
        ...calls.flatMap((call) => answerProblems(call, results)),
        ...results
          .filter(({ tool_use_id: id }) => !calls.some((call) => call.id === id))
          .map(({ tool_use_id: id }) => `unexpected tool_use_id ${id} in tool_result.`),
      ];
    }),
  ];
}

function answerProblems(call: WireBlock, results: readonly WireBlock[]): readonly string[] {
  const answers = results.filter(({ tool_use_id: id }) => id === call.id);
  if (answers.length !== 1) return [`tool_use ${call.id} has ${answers.length} tool_result blocks, not one.`];
  return answers[0]?.toolset_name === call.toolset_name
    ? []
    : [`tool_result ${call.id} has another toolset_name than its tool_use.`];
}

function blockProblems(block: WireBlock, sent: readonly WireBlock[]): readonly string[] {
  const inner = (block.content ?? []).flatMap((each) => blockProblems(each, sent));
  const isWordy = (block.content ?? []).every(({ type }) => type === 'text');
  return [
    ...inner,
    ...(block.type === 'text' && !block.text?.trim() ? ['text content blocks must contain text.'] : []),
    ...(block.is_error && !isWordy ? ['tool_result with is_error takes text only.'] : []),
    ...(block.type === 'thinking' && !sent.some((each) => JSON.stringify(each) === JSON.stringify(block))
      ? ['Invalid `signature` in `thinking` block.']
      : []),
  ];
}

function toolProblems(tools: readonly JsonObject[], betas: readonly string[]): readonly string[] {
  return tools.flatMap((tool) => {
    const { type, name } = tool;
    if (typeof type === 'string' && type !== 'custom') {
      if (!Object.hasOwn(computerBetas, type)) return [`There is no tool of the type ${type}.`];
      const beta = computerBetas[type] ?? null;
      if (beta === null) return name === undefined ? [] : ['tools: a toolset has no name.'];
      const sizes = [tool.display_width_px, tool.display_height_px];
      return [
        ...(betas.includes(beta) ? [] : [`${type} needs the beta ${beta}.`]),
        ...(name === 'computer' ? [] : [`The name of ${type} has to be computer.`]),
        ...(sizes.every(Number.isInteger) ? [] : [`${type} needs the size of the display.`]),
      ];
    }
    const isNamed = typeof name === 'string' && /^[a-zA-Z0-9_-]{1,128}$/.test(name);
    return isNamed && Object(tool.input_schema).type === 'object' ? [] : ['tools: name and input_schema.'];
  });
}

const schemaKeywords: ReadonlySet<string> = new Set(
  'type properties required additionalProperties items enum const anyOf description title'.split(' '),
);

/** Structured outputs take closed objects and no limits of values. */
function schemaProblems(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, items, anyOf, ...node } = Object(schema);
  const unknown = Object.keys(node).filter((key) => !schemaKeywords.has(key));
  return [
    ...unknown.map((key) => `output_config.format.schema: ${key} is not supported.`),
    ...(node.type === 'object' && node.additionalProperties !== false
      ? ['output_config.format.schema: additionalProperties has to be false.']
      : []),
    ...Object.values(Object(properties)).flatMap(schemaProblems),
    ...[items, ...(Array.isArray(anyOf) ? anyOf : [])].flatMap(schemaProblems),
  ];
}
