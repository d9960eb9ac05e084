import type { Static, TSchema } from 'typebox';
import type { ComputerProtocol, SafetyCheck } from './computer.ts';
import { RunwrightError } from './error.ts';
import type { JsonObject, JsonSchema } from './json.ts';

/** Purposes of model calls; a host can configure a model for each. */
export const modelPurposes = [
  'act',
  'plan',
  'verify',
  'extract',
  'choose',
  'locate',
  'code',
  'metadata',
  'cua',
  'criteria',
  'text',
] as const;

/** Purpose of a model call. */
export type ModelPurpose = (typeof modelPurposes)[number];

/** A piece of a message. Image data is base64 without a prefix. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: 'image/png' | 'image/jpeg'; readonly data: string }
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      /** The call as the provider has written it, for a provider that wants it back unchanged. */
      readonly original?: JsonObject;
    }
  /**
   * Thoughts of the model before its calls, as the provider has written them: it wants them back unchanged. `text` is what can be
   * read of them.
   */
  | { readonly type: 'reasoning'; readonly text: string; readonly original: JsonObject }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      /** Name of the tool that was called. */
      readonly name: string;
      readonly parts: readonly Part[];
      /** Warnings of the provider about the call that are accepted. */
      readonly acknowledged?: readonly SafetyCheck[];
      /** True when the call was not executed; `parts` say why, in words only. Default false. */
      readonly isError?: boolean;
    };

/** One turn of a conversation with a model. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly Part[];
}

/** Tokens of one or more calls. `input` includes `cached`, `output` includes `reasoning`. */
export interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** US dollars; null when the model's price is unknown, never zero for unknown. */
  readonly cost: number | null;
}

/** A function that the model may call. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

/** Format of the answer: strict `schema`, any JSON object, or free text. */
export type OutputMode = 'json_schema' | 'json_object' | 'text';

/** One call, fully described; a driver adds nothing to it. */
export interface ModelRequest {
  readonly purpose: ModelPurpose;
  readonly messages: readonly Message[];
  /**
   * Absent: free text. `mode` is the rung of the ladder; the schema is already lowered for the provider. `strict` false: the
   * schema is outside of what strict modes of providers take. Default: true.
   */
  readonly output?: {
    readonly name: string;
    readonly schema: JsonSchema;
    readonly mode: OutputMode;
    readonly strict?: boolean;
  };
  readonly tools?: readonly ToolSpec[];
  /** Offers the computer tool of the provider; size of the screenshots in pixels. */
  readonly computer?: { readonly width: number; readonly height: number };
  /** The provider's handle of the conversation that goes on; `messages` are the new ones then. */
  readonly previous?: string;
  readonly limits: { readonly outputTokens: number; readonly timeoutMs: number };
  readonly reasoning?: 'off' | 'low' | 'medium' | 'high';
  readonly seed?: number;
  readonly signal: AbortSignal;
}

/** Reply of a model. `request` and `response` are the HTTP bodies, for the `llm_*` artifacts; they contain no API key. */
export interface ModelReply {
  readonly parts: readonly Part[];
  readonly stop: 'end' | 'length' | 'tool' | 'refusal' | 'filter';
  readonly handle?: string;
  readonly usage: Usage;
  /** Milliseconds. */
  readonly durationMs: number;
  /** The model that answered. */
  readonly model: string;
  readonly wire: { readonly request: JsonObject; readonly response: JsonObject };
}

/**
 * A model at a provider. One call is one request: a driver never retries, logs or repairs; the engine's model port
 * does. Throws `model_failed`, `retryable` for network errors, 408, 409, 429 and 5xx, with `details.status` (the HTTP
 * status), `details.retry_after_ms` when the provider said so, `details.timed_out: true` when `limits.timeoutMs` passed, and `details.unsupported: true` when the provider
 * refused the output mode.
 */
export interface LanguageModel {
  readonly specVersion: 'v1';
  readonly id: string;
  readonly provider: string;
  readonly can: {
    readonly images: boolean;
    /** `strict`: only schemas in the strict form, see {@link ModelRequest}. */
    readonly jsonSchema: boolean | 'strict';
    readonly jsonObject: boolean;
    readonly tools: boolean;
    readonly computer?: ComputerProtocol;
    readonly promptCache: 'auto' | 'marked' | 'none';
  };
  generate(request: ModelRequest): Promise<ModelReply>;
}

/** Request of a block to a model: messages, and the schema of the answer. */
export interface GenerateRequest<S extends TSchema> {
  readonly messages: readonly Message[];
  /** TypeBox or plain JSON Schema; every answer has passed it. */
  readonly schema: S;
  /** Short form of `schema`, which the model is told instead; the answer is checked against `schema`. Default: none. */
  readonly shortSchema?: TSchema;
  /** Name of the answer's shape, for the provider and the records. Default: the purpose. */
  readonly name?: string;
  /** Turns that hand validation errors back. Default 1. */
  readonly repairs?: number;
  /**
   * How often each call is made when the provider fails in passing, and the wait before the second time in ms, doubled
   * before each further one. Default: 6 times, with random waits of at most 0.5 s, doubled up to 30 s.
   */
  readonly tries?: { readonly count: number; readonly firstDelayMs: number };
  /** Step or thought that the call's artifacts belong to. */
  readonly stepId?: string;
  readonly thoughtId?: string;
  readonly signal: AbortSignal;
}

/** Request of a block to a model for free text. */
export type TextRequest = Omit<GenerateRequest<TSchema>, 'schema' | 'shortSchema' | 'repairs'>;

/** Request of one turn of a conversation, with tools that the model may call. */
export type ConverseRequest = TextRequest &
  Pick<ModelRequest, 'tools' | 'computer' | 'previous'> & {
    /** Tokens of the conversation that the provider keeps, for caps on cost: input and output of the turn before. Default 0. */
    readonly previousTokens?: number;
  };

/** One turn of a conversation; `handle` names it at the provider, null when the provider keeps none. */
export interface ConversationTurn {
  readonly parts: readonly Part[];
  readonly handle: string | null;
  readonly usage: Usage;
}

/**
 * Model access that `context.model(purpose)` returns: retries, the structured-output ladder, validation, repair,
 * accounting, masking and artifacts are already around it.
 */
export interface ModelPort {
  readonly id: string;
  readonly images: boolean;
  /** Protocol of the computer tool that the model has; null without one. */
  readonly computer: ComputerProtocol | null;
  /**
   * Throws `model_failed` when no answer fits the schema, `canceled` when the signal is aborted. An answer that is cut off is
   * requested once more with twice the output tokens and is never handed back for repair; one that is cut off again throws
   * `model_failed` with the tokens of both calls, see {@link cutAnswerUsage}.
   */
  generate<S extends TSchema>(
    request: GenerateRequest<S>,
  ): Promise<{ readonly value: Static<S>; readonly usage: Usage }>;
  /** Returns the answer as the model writes it. Throws like {@link ModelPort.generate}, but accepts every text. */
  generateText(request: TextRequest): Promise<{ readonly text: string; readonly usage: Usage }>;
  /** Returns the next turn of a conversation. Throws like {@link ModelPort.generate}; no fallback model takes part. */
  converse(request: ConverseRequest): Promise<ConversationTurn>;
}

/**
 * Returns the tokens of a cut-off answer when an error of {@link ModelPort.generate} reports one (`details.cut_answer`); null
 * for every other error.
 */
export function cutAnswerUsage(error: unknown): Usage | null {
  if (!RunwrightError.is(error) || error.code !== 'model_failed') return null;
  const { cut_answer: usage } = error.details;
  return isUsage(usage) ? usage : null;
}

function isUsage(value: unknown): value is Usage {
  return typeof value === 'object' && value !== null && 'output' in value && 'cost' in value;
}

/** No tokens at all. */
export const noUsage: Usage = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0, cost: 0 };

/** The sum of two usages; the cost is unknown as soon as one is. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cached: a.cached + b.cached,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  };
}
