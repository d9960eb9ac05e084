import { Anthropic } from '@anthropic-ai/sdk';
import type { Json, JsonObject, LanguageModel } from '@runwright/contract';
import { anthropicError } from './anthropic-error.ts';
import { messageReply } from './message-reply.ts';
import { messageRequest } from './message-request.ts';
import { type ComputerToolVersion, featuresOf } from './model-features.ts';
import type { WireMessage } from './wire.ts';

/**
 * Which model to speak to, and where. Nothing of it is taken from the environment; the library itself adds the headers of
 * `ANTHROPIC_CUSTOM_HEADERS` when a host has set it.
 */
export interface AnthropicModelOptions {
  readonly apiKey: string;
  /** Default `https://api.anthropic.com`; any endpoint that has `/v1/messages` below it. */
  readonly baseUrl?: string;
  /** Name of the model at the provider. */
  readonly model: string;
  /** What the model can, where it differs from what its name tells. */
  readonly capabilities?: Partial<LanguageModel['can']>;
  /** Version of the computer tool, for a model whose name does not tell it. Default: by the name of the model. */
  readonly computerTool?: ComputerToolVersion;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

const anthropicUrl = 'https://api.anthropic.com';

/**
 * Returns a {@link LanguageModel} over the Messages API of Anthropic. One call is one request. The provider keeps no conversation, so
 * `previous` has no effect; `seed` has none either. `can.computer` is `anthropic` when the model is known to have the computer tool.
 */
export function anthropicModel(options: AnthropicModelOptions): LanguageModel {
  const { apiKey, baseUrl = anthropicUrl, model } = options;
  const known = featuresOf(model);
  const features = {
    ...known,
    computerTool: options.computerTool ?? known.computerTool,
    structuredOutputs: Boolean(options.capabilities?.jsonSchema ?? known.structuredOutputs),
  };
  const client = new Anthropic({
    apiKey,
    baseURL: baseUrl,
    // Named although it is not used: what is left out, the library takes from the environment.
    webhookKey: null,
    logLevel: 'off',
    maxRetries: 0,
    ...(options.fetch && { fetch: options.fetch }),
  });

  return {
    specVersion: 'v1',
    id: model,
    provider: new URL(baseUrl).host,
    can: {
      images: true,
      jsonSchema: features.structuredOutputs ? 'strict' : false,
      jsonObject: false,
      tools: true,
      promptCache: 'marked',
      ...(features.computerTool === null ? {} : { computer: 'anthropic' as const }),
      ...options.capabilities,
    },
    async generate(request) {
      const { timeoutMs } = request.limits;
      // The library's own limit ends with the headers; an answer may also stop in the middle of its body.
      const deadline = AbortSignal.timeout(timeoutMs);
      const startedAt = performance.now();
      try {
        const { body, betas } = messageRequest(model, features, request);
        // Not `beta.messages.create`, which prints a line about models that will be removed.
        const message = await client.post<WireMessage>('/v1/messages', {
          body,
          ...(betas.length > 0 && { headers: { 'anthropic-beta': betas.join(',') } }),
          signal: AbortSignal.any([request.signal, deadline]),
          timeout: timeoutMs + 1_000,
        });
        const reply = messageReply(message);
        return {
          ...reply,
          model: reply.model || model,
          durationMs: Math.round(performance.now() - startedAt),
          wire: { request: plain(body), response: plain(message) },
        };
      } catch (cause) {
        throw anthropicError(cause, {
          ...{ model, baseUrl, apiKey, timeoutMs },
          now: Date.now(),
          timedOut: deadline.aborted,
          mode: request.output?.mode ?? 'text',
          signal: request.signal,
        });
      }
    },
  };
}

/** Copies a body as it goes over the wire. */
function plain(body: object): JsonObject {
  const copy: { [member: string]: Json } = JSON.parse(JSON.stringify(body));
  return copy;
}
