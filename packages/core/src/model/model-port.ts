import {
  type ArtifactDraft,
  addUsage,
  type Clock,
  type ConversationTurn,
  type ConverseRequest,
  type GenerateRequest,
  type LanguageModel,
  type Message,
  type ModelCallEvent,
  type ModelPort,
  type ModelPurpose,
  type ModelReply,
  type ModelRequest,
  noUsage,
  type OutputMode,
  type Problem,
  RunwrightError,
  type Static,
  type TextRequest,
  type TSchema,
  type Usage,
  withoutThoughts,
} from '@runwright/contract';
import { pathText } from '@runwright/definition';
import type { ModelPrice } from '../api/model-price.ts';
import { estimateUse } from './estimate-use.ts';
import { measureCall, recordCost } from './measure-call.ts';
import type { ModelBudget } from './model-budget.ts';
import type { ModelCallSpan } from './model-call-span.ts';
import { canceledCall, modelFailure } from './model-failure.ts';
import { createModelHealth } from './model-health.ts';
import { generateWithRetries } from './model-retry.ts';
import { isCutOff, parseAnswer } from './parse-answer.ts';
import { costOf } from './price.ts';
import { mapTexts, promptText, textOf, withoutImageData, withoutImages } from './prompt-text.ts';
import { recordModelCall } from './record-model-call.ts';
import {
  type AnswerShape,
  answerShape,
  messagesFor,
  outputModes,
  repairMessages,
} from './structured-output.ts';

/** Options of a model port. */
export interface ModelPortOptions {
  readonly purpose: ModelPurpose;
  readonly model: LanguageModel;
  readonly clock: Clock;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  /** Ends every call, beside the signal of the request. */
  readonly signal: AbortSignal;
  /** Takes secrets out of what is kept. */
  readonly mask: <T>(value: T) => T;
  /** Puts placeholders in place of secrets in what is sent. Default: `mask`. */
  readonly withPlaceholders?: <T>(value: T) => T;
  /** Returns an answer with its placeholders filled, as far as they may be shown; null when it has none. Default: null. */
  readonly rendered?: (answer: unknown) => unknown;
  /** Returns the note for the model about placeholders in its messages; null when there are none. Default: no note. */
  readonly note?: (messages: readonly Message[]) => string | null;
  /** Put before the messages of every call; null for none. */
  readonly systemPrompt: string | null;
  /** Stores the `llm_*` artifacts of a call; returns the id, if there is one. */
  readonly keep: (artifact: ArtifactDraft) => Promise<string | undefined>;
  /** Is told about each request that was answered or has failed. Default: nobody is. */
  readonly called?: (call: ModelCallEvent) => void;
  /** Is given each request that a model has answered, with its reply. Default: nothing is. */
  readonly answered?: (request: ModelRequest, reply: ModelReply, model: LanguageModel) => Promise<void>;
  /** Time limit of one call in ms. */
  readonly timeoutMs: number;
  /** Time in ms that a call waits at most because the provider asks it to. */
  readonly maxWaitMs: number;
  /** Default: the list prices. */
  readonly prices?: Readonly<Record<string, ModelPrice>>;
  /** Refuses a call that could pass a cap. Default: no cap. */
  readonly budget?: ModelBudget;
  /** Used in order when a model gives no answer. Default: none. */
  readonly fallbacks?: readonly LanguageModel[];
  /** Executes each request, with its retries. Default: as it is. */
  readonly inSpan?: ModelCallSpan;
  /** Records that another model was used. Default: nothing is recorded. */
  readonly notice?: (sentence: string) => Promise<void>;
}

const outputTokens = 4_096;

/** Output modes that a model refused; remembered for the life of the process. */
const refusedModes = new WeakMap<LanguageModel, Set<OutputMode>>();

/**
 * Puts around a model what is the same for all of them: retries, the fallback from strict schema over JSON to free text,
 * validation against the original schema, repair turns, masking, accounting and artifacts. An answer that is cut off is
 * never handed back for repair, because a model that does not see the page would close the list with the rows it has.
 */
export function createModelPort(options: ModelPortOptions): ModelPort {
  return {
    id: options.model.id,
    images: options.model.can.images,
    generate: (request) => withFallbacks(options, (each) => generate(each, request)),
    computer: options.model.can.computer ?? null,
    converse: (request) => converse(options, request),
    generateText: (request) => withFallbacks(options, (each) => generateText(each, request)),
  };
}

const health = createModelHealth();

/**
 * Requests the answer of the first model that gives one. A model that has failed several times in a row is left out for a
 * while, unless it is the last one.
 */
async function withFallbacks<Answer>(
  options: ModelPortOptions,
  ask: (options: ModelPortOptions) => Promise<Answer>,
): Promise<Answer> {
  const models = [...new Set([options.model, ...(options.fallbacks ?? [])])];
  for (const [index, model] of models.entries()) {
    const next = models[index + 1];
    const now = options.clock.now();
    if (next && health.isPaused(model, now)) continue;
    try {
      const answer = await ask({ ...options, model });
      health.succeeded(model);
      return answer;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (isOutage(error)) health.failed(model, options.clock.now());
      if (!next) throw error;
      await options.notice?.(
        `The model \`${model.id}\` gave no answer for \`${options.purpose}\`, so \`${next.id}\` is asked: ${error.message}`,
      );
    }
  }
  throw unavailable(null, options);
}

/** Tests whether the provider itself had a problem, which the next request is likely to meet too. */
function isOutage({ cause }: RunwrightError): boolean {
  return RunwrightError.is(cause) && cause.retryable;
}

/** Tests whether a model gave no answer at all, or refused to; an answer that does not fit is not repeated elsewhere. */
function isUnanswered(error: unknown): error is RunwrightError {
  if (!RunwrightError.is(error) || error.code !== 'model_failed') return false;
  return JSON.stringify(error.details.errors ?? []).includes('"model_unavailable"');
}

async function generate<S extends TSchema>(
  options: ModelPortOptions,
  request: GenerateRequest<S>,
): Promise<{ readonly value: Static<S>; readonly usage: Usage }> {
  const shape = answerShape(request.schema, request.shortSchema);
  const signal = AbortSignal.any([options.signal, request.signal]);
  const call = createCall(options, request, shape, signal);
  const repairs = request.repairs ?? 1;
  let messages = prepared(options, request.messages);
  let usage = noUsage;
  for (let turn = 0; ; turn += 1) {
    const reply = await call(messages);
    usage = addUsage(usage, reply.usage);
    assertAnswered(reply, options);
    const answer = textOf(reply.parts);
    const checked = parseAnswer(answer, shape.check);
    if (checked.ok) {
      await keepJson(options, request, 'llm_response_parsed', checked.value);
      const rendered = options.rendered?.(checked.value) ?? null;
      if (rendered !== null) await keepJson(options, request, 'llm_response_rendered', rendered);
      return { value: checked.value as Static<S>, usage };
    }
    if (isCut(reply)) throw cutAnswer(options, checked.problems, usage);
    if (turn >= repairs) throw misfit(options, checked.problems, turn + 1);
    messages = repairMessages(
      messages,
      (options.withPlaceholders ?? options.mask)(answer),
      checked.problems,
      shape,
    );
  }
}

async function generateText(
  options: ModelPortOptions,
  request: TextRequest,
): Promise<{ readonly text: string; readonly usage: Usage }> {
  const { parts, usage } = await converse(options, request);
  return { text: textOf(parts), usage };
}

async function converse(options: ModelPortOptions, request: ConverseRequest): Promise<ConversationTurn> {
  const signal = AbortSignal.any([options.signal, request.signal]);
  const reply = await createCall(options, request, null, signal)(prepared(options, request.messages));
  assertAnswered(reply, options);
  if (reply.stop === 'length') throw cutAnswer(options, [], reply.usage);
  const rendered = options.rendered?.(textOf(reply.parts)) ?? null;
  if (rendered !== null) await keepJson(options, request, 'llm_response_rendered', rendered);
  return { parts: reply.parts, handle: reply.handle ?? null, usage: reply.usage };
}

type Call = (messages: readonly Message[]) => Promise<ModelReply>;

/**
 * Requests one answer: falls back until the provider accepts the output mode, and doubles the token limit once when it was cut off.
 *
 * @param shape null for free text
 */
function createCall(
  options: ModelPortOptions,
  request: ConverseRequest,
  shape: AnswerShape | null,
  signal: AbortSignal,
): Call {
  const { model } = options;
  const refused = refusedModes.get(model) ?? new Set<OutputMode>();
  refusedModes.set(model, refused);

  const send = async (
    messages: readonly Message[],
    mode: OutputMode,
    outputTokens: number,
  ): Promise<ModelReply> => {
    const told = shape ? messagesFor(mode, messages, shape) : messages;
    const promptId = await options.keep({
      type: 'llm_prompt',
      content: promptText(told),
      contentType: 'text/plain',
      ...placeOf(request),
    });
    const record = recordModelCall(options, request, promptId ?? null);
    const most = estimateUse(model.id, told, outputTokens, options.prices, request.previousTokens);
    const settle = await options.budget?.reserve(model.id, most);
    const { inSpan = (_call, work) => work(), purpose } = options;
    const about = { model: model.id, purpose, stepId: request.stepId ?? null };
    const sent = {
      purpose,
      messages: told,
      ...(shape ? { output: outputOf(request.name ?? purpose, shape, mode) } : conversationOf(request)),
      limits: { outputTokens, timeoutMs: options.timeoutMs },
      signal,
    };
    const retries = request.tries ? { ...options, tries: request.tries } : options;
    const reply = await inSpan(about, () =>
      measureCall(model, purpose, () => generateWithRetries(model, sent, retries)),
    ).catch(async (error: unknown) => {
      // A provider may charge for an answer that came too late.
      await settle?.(RunwrightError.is(error) && error.details.timed_out === true ? most : null);
      record.failed(error);
      throw error;
    });
    // A server that does not count its tokens tells neither what was used nor what it cost.
    const isCounted = reply.usage.input + reply.usage.output > 0;
    const listed =
      costOf(reply.model, reply.usage, options.prices) ?? costOf(model.id, reply.usage, options.prices);
    const cost = reply.usage.cost ?? (isCounted ? listed : null);
    recordCost(model, purpose, cost);
    const tokens = reply.usage.input + reply.usage.output;
    await settle?.(isCounted ? { tokens, cost: cost ?? most.cost } : most);
    const usage = { ...reply.usage, cost };
    const sentId = await keepJson(options, request, 'llm_request', withoutImageData(reply.wire.request));
    const gotId = await keepJson(options, request, 'llm_response', withoutImageData(reply.wire.response));
    await options.answered?.(sent, reply, model);
    record.completed({ usage, requestArtifactId: sentId ?? null, responseArtifactId: gotId ?? null });
    const parts = reply.parts.map((part) =>
      part.type === 'text' ? { ...part, text: withoutThoughts(part.text) } : part,
    );
    return { ...reply, parts, usage };
  };

  /** A refusal may be a whim of the model: the same request is sent once more, and not rephrased. */
  const sendUntilAnswered: typeof send = async (...request) => {
    const reply = await send(...request);
    if (reply.stop !== 'refusal') return reply;
    const again = await send(...request);
    return { ...again, usage: addUsage(reply.usage, again.usage) };
  };

  return async (messages) => {
    for (const mode of shape ? outputModes(model, shape, refused) : (['text'] as const)) {
      try {
        const reply = await sendUntilAnswered(messages, mode, outputTokens);
        if (shape ? !isCut(reply) : reply.stop !== 'length') return reply;
        const longer = await send(messages, mode, outputTokens * 2).catch(nullWhenRefused);
        return longer === null ? reply : { ...longer, usage: addUsage(reply.usage, longer.usage) };
      } catch (error) {
        if (signal.aborted) throw canceledCall(signal);
        if (!isUnsupported(error) || mode === 'text') throw unavailable(error, options);
        refused.add(mode);
      }
    }
    throw unavailable(null, options);
  };
}

function conversationOf({ tools, computer, previous }: ConverseRequest): Partial<ModelRequest> {
  return {
    ...(tools && { tools }),
    ...(computer && { computer }),
    ...(previous === undefined ? {} : { previous }),
  };
}

function outputOf(name: string, shape: AnswerShape, mode: OutputMode): NonNullable<ModelRequest['output']> {
  const schema = (mode === 'json_schema' ? shape.strict : null) ?? shape.asked;
  return { name, schema, mode, ...(shape.isShort ? { strict: false } : {}) };
}

/** Returns null for a request that the provider calls invalid: some models have no room for twice the tokens. */
function nullWhenRefused(error: unknown): null {
  if (RunwrightError.is(error) && error.details.status === 400) return null;
  throw error;
}

function prepared(
  { model, mask, withPlaceholders = mask, note, systemPrompt }: ModelPortOptions,
  messages: readonly Message[],
): readonly Message[] {
  const system: readonly Message[] = systemPrompt ? [{ role: 'system', content: systemPrompt }] : [];
  const all = [...system, ...messages];
  const told = mapTexts(model.can.images ? all : withoutImages(all), withPlaceholders);
  const noted = note?.(told) ?? null;
  return noted === null ? told : [{ role: 'system', content: noted }, ...told];
}

async function keepJson(
  options: ModelPortOptions,
  request: TextRequest,
  type: ArtifactDraft['type'],
  value: unknown,
): Promise<string | undefined> {
  const content = JSON.stringify(options.mask(value), null, 2);
  return options.keep({ type, content, contentType: 'application/json', ...placeOf(request) });
}

function placeOf({ stepId, thoughtId }: TextRequest): Pick<ArtifactDraft, 'stepId' | 'thoughtId'> {
  return { ...(stepId === undefined ? {} : { stepId }), ...(thoughtId === undefined ? {} : { thoughtId }) };
}

/** Returns whether an answer was cut off: by the token limit, or by a provider that does not say so. */
function isCut({ stop, parts }: ModelReply): boolean {
  return stop === 'length' || (stop === 'end' && isCutOff(textOf(parts)));
}

function isUnsupported(error: unknown): boolean {
  return RunwrightError.is(error) && error.details.unsupported === true;
}

function assertAnswered(reply: ModelReply, options: ModelPortOptions): void {
  if (reply.stop !== 'refusal' && reply.stop !== 'filter') return;
  const why = reply.stop === 'refusal' ? 'the model refused' : "the provider's filter stopped it";
  throw modelFailure(`The model \`${options.model.id}\` gave no answer for \`${options.purpose}\`: ${why}.`, {
    code: 'model_unavailable',
  });
}

function misfit(options: ModelPortOptions, problems: readonly Problem[], calls: number): RunwrightError {
  const places = problems.slice(0, 5).map(({ path, type }) => `\`${pathText(path)}\` (${type})`);
  const times = calls === 1 ? 'one call' : `${calls} calls`;
  const message = `The answer of the model \`${options.model.id}\` for \`${options.purpose}\` does not fit its schema after ${times}, at ${places.join(', ')}.`;
  return modelFailure(message, { code: misfitCode, problems });
}

function cutAnswer(options: ModelPortOptions, problems: readonly Problem[], usage: Usage): RunwrightError {
  const message = `The answer of the model \`${options.model.id}\` for \`${options.purpose}\` was cut off at the limit of output tokens. Request less data at a time, or use a model that may answer at greater length.`;
  return modelFailure(message, { code: misfitCode, problems, cutUsage: usage });
}

const misfitCode = 'model_output_invalid';

/** Returns the schema problems of the answer when an error says that it did not fit; null for every other error. */
export function misfitProblems(error: unknown): readonly Problem[] | null {
  if (!RunwrightError.is(error) || error.code !== 'model_failed') return null;
  const { problems } = error.details;
  return Array.isArray(problems) ? problems : null;
}

function unavailable(error: unknown, options: ModelPortOptions): RunwrightError {
  if (RunwrightError.is(error) && error.code !== 'model_failed') return error;
  const reason = error instanceof Error ? error.message : 'it takes none of the output modes';
  return modelFailure(
    `The model \`${options.model.id}\` gave no answer for \`${options.purpose}\`: ${reason}`,
    {
      code: 'model_unavailable',
      cause: error,
    },
  );
}
