import {
  type Json,
  type LanguageModel,
  type ModelReply,
  type ModelRequest,
  noUsage,
  RunwrightError,
} from '@runwright/contract';

/** Members of a reply that a script decides itself; the others get plain values. */
export type ScriptedReply = Pick<ModelReply, 'parts'> & Partial<ModelReply>;

/**
 * What the model answers: text as it is, another JSON value as JSON text, an object with `parts` as the reply itself,
 * an Error by throwing it.
 */
export type ScriptedAnswer = Json | ScriptedReply | Error;

/** A model without a provider. */
export interface ScriptedModel extends LanguageModel {
  /** Every request that was made, oldest first. */
  readonly requests: readonly ModelRequest[];
}

/** What the model says and what it can. */
export interface ScriptedModelOptions {
  /** Used up one by one; or made for each request. `index` counts from 0. */
  readonly answers:
    | readonly ScriptedAnswer[]
    | ((request: ModelRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);
  /** Default `scripted`. */
  readonly id?: string;
  /** Default: no images, no tools, both output modes, no prompt cache. */
  readonly can?: Partial<LanguageModel['can']>;
}

/**
 * A {@link LanguageModel} that answers from a script and keeps what it was asked. When the script is used up, it
 * throws `model_failed`, which is not retryable. A call with an aborted signal throws `canceled` and uses no answer.
 */
export function scriptedModel(options: ScriptedModelOptions): ScriptedModel {
  const { answers, id = 'scripted' } = options;
  const requests: ModelRequest[] = [];
  return {
    specVersion: 'v1',
    id,
    provider: 'scripted',
    can: {
      images: false,
      jsonSchema: true,
      jsonObject: true,
      tools: false,
      promptCache: 'none',
      ...options.can,
    },
    requests,
    async generate(request) {
      if (request.signal.aborted) {
        throw new RunwrightError('canceled', 'The model call was canceled before it began.', {
          cause: request.signal.reason,
        });
      }
      const index = requests.push(request) - 1;
      const answer = typeof answers === 'function' ? await answers(request, index) : answers[index];
      if (answer === undefined) {
        throw new RunwrightError(
          'model_failed',
          `The scripted model has no answer for call ${index + 1}, \`${request.purpose}\`. Add one to its script.`,
        );
      }
      if (answer instanceof Error) throw answer;
      return reply(id, answer);
    },
  };
}

function reply(model: string, answer: Json | ScriptedReply): ModelReply {
  const plain: ModelReply = {
    parts: [],
    stop: 'end',
    usage: noUsage,
    durationMs: 0,
    model,
    wire: { request: {}, response: {} },
  };
  if (isReply(answer)) return { ...plain, ...answer };
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return { ...plain, parts: [{ type: 'text', text }] };
}

function isReply(answer: Json | ScriptedReply): answer is ScriptedReply {
  return typeof answer === 'object' && answer !== null && 'parts' in answer && Array.isArray(answer.parts);
}
