import {
  type JsonObject,
  type ModelReply,
  type Part,
  parseExactJson,
  RunwrightError,
  type Usage,
} from '@runwright/contract';
import type { ChatCompletion } from 'openai/resources/chat/completions';
import { errorInBody } from './error-body.ts';

/**
 * What a chat completion says.
 *
 * @throws RunwrightError `model_failed`, retryable, when the body is no chat completion or calls a tool with broken
 * arguments; an `ErrorInBody` when it is an error: some proxies answer 200 with one.
 */
export function wireReply(
  completion: ChatCompletion,
): Pick<ModelReply, 'parts' | 'stop' | 'usage' | 'model'> {
  const choice = completion?.choices?.[0];
  if (!choice?.message) {
    const error = errorInBody(completion);
    if (error) throw error;
    throw new RunwrightError(
      'model_failed',
      'The model endpoint answered without a choice. Check that its address speaks the chat completions protocol.',
      { retryable: true },
    );
  }
  const { message } = choice;
  const text = textOf(message.content) || (message.refusal ?? '');
  return {
    parts: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...toolCalls(message)],
    stop: message.refusal ? 'refusal' : stopOf(choice.finish_reason),
    usage: usageOf(completion.usage),
    model: completion.model ?? '',
  };
}

/** Some servers answer with a list of parts, although the protocol has a text here. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { readonly text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

function stopOf(reason: ChatCompletion.Choice['finish_reason']): ModelReply['stop'] {
  switch (reason) {
    case 'length':
      return 'length';
    case 'content_filter':
      return 'filter';
    case 'tool_calls':
    case 'function_call':
      return 'tool';
    default:
      return 'end';
  }
}

function toolCalls({ tool_calls: calls }: ChatCompletion.Choice['message']): readonly Part[] {
  // Some servers write null where there are none.
  return (calls ?? []).flatMap((call): Part[] =>
    call.type === 'function'
      ? [{ type: 'tool-call', id: call.id, name: call.function.name, input: argumentsOf(call.function) }]
      : [],
  );
}

/** Parses the arguments of a call. Throws `model_failed`, retryable, when they are no JSON object. */
export function argumentsOf({
  name,
  arguments: text,
}: {
  readonly name: string;
  readonly arguments: string;
}): JsonObject {
  try {
    const input = parseExactJson(text);
    if (isObject(input)) return input;
  } catch {
    // Not JSON at all: the same mistake as JSON of another kind.
  }
  throw new RunwrightError(
    'model_failed',
    `The model called the tool \`${name}\` with arguments that are no JSON object. Ask again.`,
    { retryable: true },
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The cost stays unknown: the protocol does not tell it. */
function usageOf(usage: ChatCompletion['usage']): Usage {
  return {
    input: usage?.prompt_tokens ?? 0,
    cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    cacheWrite: 0,
    output: usage?.completion_tokens ?? 0,
    reasoning: usage?.completion_tokens_details?.reasoning_tokens ?? 0,
    cost: null,
  };
}
